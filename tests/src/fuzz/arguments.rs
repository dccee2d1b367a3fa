use std::sync::LazyLock;

use jsonschema::Validator;
use mcp_core::{Server, Session, Step};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::judge::{is_excused, validator};

/// Tools whose types are decoded from more spellings than the format of JSON Schema has.
const SPELLED: &[&str] = &["abroad", "day", "link", "number_of"];

/// A call of a tool for one type: its name is the first line, its arguments are the rest.
///
/// It is answered once, by a server that mends values and by one that does not. The latter runs
/// nothing that its schema refuses, and keeps to its output schema.
pub fn arguments(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (name, text) = bytes.split_at(end);
    let Ok(text) = serde_json::from_slice::<&RawValue>(text.trim_ascii()) else {
        return;
    };
    let tool = Tool::called(name);
    answered(&LENIENT, tool, text.get());
    let strictly = answered(&STRICT, tool, text.get());

    // What is no value, as `1e400`, has no place in a schema.
    let Ok(arguments) = serde_json::from_str::<Value>(text.get()) else {
        return;
    };
    let is_spelled = SPELLED.contains(&&*tool.name) && arguments["value"].is_string();
    if !arguments.is_object() || is_spelled || is_excused(&tool.name, &arguments) {
        return;
    }
    let result = &strictly["result"];
    let told = result["content"][0]["text"].as_str().unwrap_or_default();
    let has_run = !told.contains("was not run");
    let fits = tool.input.is_valid(&arguments);
    assert!(fits || !has_run, "{} {arguments}: {told}", tool.name);
    if result["isError"] == false {
        let outcome = tool.output.validate(&result["structuredContent"]);
        assert!(outcome.is_ok(), "{} {arguments}: {outcome:?}", tool.name);
    }
}

/// What a server answers to a call.
fn answered(server: &Server, tool: &Tool, arguments: &str) -> Value {
    let mut out = Vec::new();
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{}","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#,
        tool.name
    );
    let mut session = Session::new(server.clone());
    if let Step::Call(call) = session.receive(call.as_bytes(), &mut out) {
        let waiting = call.poll_once(&mut session, &mut out);
        assert!(waiting.is_none(), "the call waits");
    }
    let written = String::from_utf8_lossy(&out);
    assert!(!written.contains('\n'), "more than a line: {written}");
    let answer = serde_json::from_str::<Value>(&written);
    let answer = answer.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert!(answer["jsonrpc"] == "2.0" && answer["id"] == 1, "{written}");
    answer
}

static LENIENT: LazyLock<Server> = LazyLock::new(|| {
    let server = Server::builder("test", "1").tools(crate::types::tools());
    server.build().expect("the tools go together")
});

static STRICT: LazyLock<Server> = LazyLock::new(|| {
    let server = Server::builder("test", "1").tools(crate::types::tools());
    server.strict().build().expect("the tools go together")
});

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let mut out = Vec::new();
    let list = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let step = Session::new(STRICT.clone()).receive(list, &mut out);
    assert!(matches!(step, Step::Reply), "a list is there at once");
    let list: Value = serde_json::from_slice(&out).expect("an answer is JSON");
    let tools = list["result"]["tools"].as_array().expect("a list");
    tools.iter().map(Tool::listed).collect()
});

/// A tool and the judges of its arguments and its result.
struct Tool {
    name: String,
    input: Validator,
    output: Validator,
}

impl Tool {
    fn listed(tool: &Value) -> Self {
        Self {
            name: tool["name"].as_str().expect("a name").to_owned(),
            input: validator(&tool["inputSchema"]),
            output: validator(&tool["outputSchema"]),
        }
    }

    /// The tool of a name, and for any other name one of them.
    fn called(name: &[u8]) -> &'static Self {
        let tool = TOOLS.iter().find(|tool| tool.name.as_bytes() == name);
        tool.unwrap_or_else(|| {
            let sum: usize = name.iter().copied().map(usize::from).sum();
            &TOOLS[sum % TOOLS.len()]
        })
    }
}
