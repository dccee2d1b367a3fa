//! All that a server says is valid under the schema that its version was published with.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use jsonschema::Validator;
use mcp_core::{
    Audio, Completing, Completion, Content, Context, EmbeddedResource, Icon, Image, Json, Listing,
    PromptMessage, ResourceLink, ResourcePage, Result, Role, Server, ServerBuilder, Session, Step,
    data, form, prompt, prompts, resource, resources, tool, tools,
};
use serde_json::{Value, json};

use crate::context::Sent;
use crate::{Poll, poll};

/// The schema of one version.
struct Official {
    document: Value,
    /// Where its definitions are.
    place: &'static str,
    /// The names of all members that it speaks of.
    members: BTreeSet<String>,
}

static OFFICIAL: LazyLock<HashMap<&str, Official>> = LazyLock::new(|| {
    let versions = tests::conversation::VERSIONS.iter().chain(&["2026-07-28"]);
    versions
        .map(|version| (*version, Official::read(version)))
        .collect()
});

impl Official {
    fn read(version: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
        let text = fs::read_to_string(folder.join(format!("{version}.json"))).expect("a schema");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        let mut members = BTreeSet::new();
        named(&document, &mut members);
        let place = match document.get("$defs") {
            Some(_) => "$defs",
            None => "definitions",
        };
        Self {
            document,
            place,
            members,
        }
    }

    fn has(&self, definition: &str) -> bool {
        self.document[self.place].get(definition).is_some()
    }

    fn validator(&self, definition: &str) -> Validator {
        assert!(self.has(definition), "no {definition}");
        let mut schema = self.document.clone();
        schema["$ref"] = format!("#/{}/{definition}", self.place).into();
        jsonschema::validator_for(&schema).expect("a legal schema")
    }

    #[track_caller]
    fn judge(&self, definition: &str, message: &Value) {
        let validator = self.validator(definition);
        let faults: Vec<_> = validator
            .iter_errors(message)
            .map(|fault| fault.to_string())
            .collect();
        assert!(
            faults.is_empty(),
            "{definition}: {faults:#?} in {message:#}"
        );
        let mut unknown = Vec::new();
        self.unknown(message, &mut unknown);
        assert!(
            unknown.is_empty(),
            "{definition} has no {unknown:?} in {message:#}"
        );
    }

    /// Members that the version says nothing of, where they are its own.
    fn unknown(&self, value: &Value, unknown: &mut Vec<String>) {
        const OPEN: [&str; 6] = [
            "_meta",
            "data",
            "inputRequests",
            "inputSchema",
            "outputSchema",
            "structuredContent",
        ];

        for (name, member) in value.as_object().into_iter().flatten() {
            if !self.members.contains(name) {
                unknown.push(name.clone());
            }
            if !OPEN.contains(&name.as_str()) && name != "properties" {
                self.unknown(member, unknown);
            }
        }
        for element in value.as_array().into_iter().flatten() {
            self.unknown(element, unknown);
        }
    }
}

/// The names of the members that a schema speaks of.
fn named(schema: &Value, names: &mut BTreeSet<String>) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        if keyword == "properties" {
            names.extend(
                value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| name.clone()),
            );
        }
        named(value, names);
    }
    for element in schema.as_array().into_iter().flatten() {
        named(element, names);
    }
}

/// A client that has every message judged.
struct Client {
    version: &'static str,
    session: Session,
    sent: Sent,
    /// Which definitions were used.
    judged: BTreeSet<&'static str>,
}

impl Client {
    fn new(version: &'static str) -> Self {
        let sent = Sent::default();
        let server = server().build().expect("the functions go together");
        Self {
            version,
            session: Session::with_transport(server, sent.clone()),
            sent,
            judged: BTreeSet::new(),
        }
    }

    fn is_stateless(&self) -> bool {
        self.version == "2026-07-28"
    }

    fn judge(&mut self, definition: &'static str, message: &Value) {
        OFFICIAL[self.version].judge(definition, message);
        self.judged.insert(definition);
    }

    /// Asks for something whose result has a definition, and hears what is said meanwhile.
    #[track_caller]
    fn ask(&mut self, method: &str, params: Value, definition: &'static str) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        let result = answer["result"].clone();
        self.judge(definition, &result);
        result
    }

    /// Asks for what there is not.
    #[track_caller]
    fn fail(&mut self, method: &str, params: Value) {
        let answer = self.answer(method, params);
        assert!(answer["error"]["code"].is_i64(), "{method}: {answer}");
    }

    fn answer(&mut self, method: &str, mut params: Value) -> Value {
        params["_meta"]["progressToken"] = "token".into();
        if self.is_stateless() {
            let meta = &mut params["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = self.version.into();
            meta["io.modelcontextprotocol/clientCapabilities"] = capabilities();
            meta["io.modelcontextprotocol/logLevel"] = "debug".into();
        }
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let mut out = Vec::new();
        if let Step::Call(call) = self
            .session
            .receive(request.to_string().as_bytes(), &mut out)
            && let Some(mut call) = call.poll_once(&mut self.session, &mut out)
        {
            out = loop {
                self.hears();
                if let Poll::Ready(answer) = poll(&mut call) {
                    break answer.expect("an answer").into_bytes();
                }
            };
        }
        self.hears();
        let answer: Value = serde_json::from_slice(&out).expect("JSON");
        let definition = match (
            answer.get("error"),
            OFFICIAL[self.version].has("JSONRPCError"),
        ) {
            (None, true) => "JSONRPCResponse",
            (Some(_), true) => "JSONRPCError",
            (None, false) => "JSONRPCResultResponse",
            (Some(_), false) => "JSONRPCErrorResponse",
        };
        self.judge(definition, &answer);
        answer
    }

    /// Judges what the server has said by itself, and answers what it asks.
    fn hears(&mut self) {
        for message in self.sent.take() {
            let message: Value = serde_json::from_str(&message).expect("JSON");
            let definition = if message.get("id").is_some() {
                self.answers(&message);
                "ServerRequest"
            } else {
                "ServerNotification"
            };
            self.judge(definition, &message);
        }
    }

    fn answers(&mut self, request: &Value) {
        let result = match request["method"].as_str().expect("a method") {
            "sampling/createMessage" => json!({
                "role": "assistant", "model": "m", "content": { "type": "text", "text": "hi" },
            }),
            "roots/list" => json!({ "roots": [] }),
            _ => json!({ "action": "decline" }),
        };
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result });
        let step = self
            .session
            .receive(answer.to_string().as_bytes(), &mut Vec::new());
        assert!(matches!(step, Step::Nothing), "an answer is not answered");
    }
}

fn capabilities() -> Value {
    json!({ "sampling": {}, "roots": {}, "elicitation": { "form": {}, "url": {} } })
}

/// A measure.
#[data]
struct Size {
    width: u32,
    note: Option<String>,
}

/// Measures.
#[tool(title = "Measure", read_only, icon = "https://size.example/icon.png", meta = json!({ "a": 1 }))]
fn measure(width: u32) -> Size {
    Size { width, note: None }
}

/// Counts.
#[tool]
fn count() -> Json<u8> {
    Json(3)
}

/// A link that says all that a link can say.
fn annotated(uri: &str) -> ResourceLink {
    ResourceLink::new(uri, "link")
        .title("Link")
        .description("It")
        .size(3)
        .mime_type("text/plain")
        .icon("https://link.example/icon.png")
        .audience([Role::User])
        .priority(0.5)
        .last_modified("2025-01-12T15:00:58Z")
        .meta("a", 1)
}

/// Returns what there is of content.
#[tool]
fn contents() -> Vec<Content> {
    let link = annotated("a:b");
    vec![
        Content::text("text").audience([Role::User]).priority(0.5),
        Image::new([1], "image/png").into(),
        Audio::new([1], "audio/wav").into(),
        EmbeddedResource::text("a:b", "c")
            .mime_type("text/plain")
            .into(),
        EmbeddedResource::blob("a:b", [1]).into(),
        link.into(),
    ]
}

/// Fails.
#[tool]
fn fails() -> Result<String> {
    mcp_core::bail!("no")
}

/// Says much before it answers, and changes the server.
#[tool]
fn talks(ctx: &Context) {
    ctx.progress(2).set(1);
    ctx.info("half");
    ctx.resource_list().updated("list://all");
    ctx.resource_list().changed();
    ctx.tool_list().disable("count");
    ctx.tool_list().enable("count");
}

#[form]
struct Wish {
    /// What it is.
    #[schemars(title = "What?", length(max = 9))]
    what: String,
    how_many: Option<u8>,
    gift: bool,
    wrapping: Wrapping,
    color: Color,
}

#[form]
enum Wrapping {
    /// In paper
    Paper,
    /// In a box
    Box,
}

#[form]
enum Color {
    Red,
    Blue,
}

/// Asks for a form to be filled in.
#[tool]
async fn elicits(ctx: &Context) -> Result<()> {
    ctx.elicit::<Wish>("What?").await?;
    Ok(())
}

/// Asks for a page to be visited.
#[tool]
async fn visits(ctx: &Context) -> Result<()> {
    ctx.visit("https://a.example", "Look").await?;
    Ok(())
}

/// Asks the client's model, and for its folders.
#[tool]
async fn samples(ctx: &Context) -> Result<()> {
    ctx.sample("Say hi").await?;
    ctx.roots().await?;
    Ok(())
}

/// All there is.
#[resource(
    "list://all", title = "All", size = 3, priority = 0.5, audience = [Role::User],
    icons = [Icon::new("https://list.example/icon.png").mime_type("image/png").size("any")],
    meta = json!({ "a": 1 }),
)]
fn all() -> Vec<EmbeddedResource> {
    vec![
        EmbeddedResource::text("list://1", "one"),
        EmbeddedResource::blob("list://2", [2]),
    ]
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed over")]
fn entries(listing: Listing) -> ResourcePage {
    let page = ResourcePage::new([annotated("entry://1")]);
    match listing.cursor() {
        None => page.next("more"),
        Some(_) => page,
    }
}

/// An entry.
#[resource("entry://{id}", list = entries, title = "Entry")]
fn entry(#[arg(complete = ids)] id: u8) -> Option<Json<Value>> {
    (id < 9).then(|| Json(json!({ "id": id })))
}

#[resource("bytes://all")]
fn bytes() -> Vec<u8> {
    vec![1, 2, 3]
}

/// Asks.
#[resource("asked://all")]
async fn asked(ctx: &Context) -> Result<String> {
    Ok(ctx.sample("Say hi").await?.text())
}

fn ids(_: Completing) -> Completion {
    Completion::new(["1", "2"]).of(8)
}

/// Shows all kinds of content.
#[prompt(title = "Show", icon = "https://show.example/icon.png", meta = json!({ "a": 1 }))]
fn show(
    /// To whom.
    to: String,
    color: Option<Color>,
) -> Vec<PromptMessage> {
    let _ = color;
    let messages = contents().into_iter().map(PromptMessage::user);
    messages.chain([PromptMessage::assistant(to)]).collect()
}

/// Asks.
#[prompt]
async fn ask(ctx: &Context) -> Result<String> {
    Ok(ctx.sample("Say hi").await?.text())
}

fn server() -> ServerBuilder {
    Server::builder("test", "1.0.0")
        .title("Test")
        .description("Says everything.")
        .website_url("https://test.example")
        .icon("https://test.example/icon.png")
        .instructions("Ask.")
        .tools(tools![
            measure, count, contents, fails, talks, elicits, visits, samples
        ])
        .resources(resources![all, entry, bytes, asked])
        .prompts(prompts![show, ask])
}

/// Asks for all that there is in every version.
fn inquire(client: &mut Client) {
    client.ask("tools/list", json!({}), "ListToolsResult");
    for (tool, arguments) in [
        ("measure", json!({ "width": 3 })),
        ("measure", json!({ "width": "wide" })),
        ("count", json!({})),
        ("contents", json!({})),
        ("fails", json!({})),
        ("talks", json!({})),
    ] {
        let params = json!({ "name": tool, "arguments": arguments });
        client.ask("tools/call", params, "CallToolResult");
    }
    let page = client.ask("resources/list", json!({}), "ListResourcesResult");
    let more = json!({ "cursor": page["nextCursor"] });
    client.ask("resources/list", more, "ListResourcesResult");
    client.ask(
        "resources/templates/list",
        json!({}),
        "ListResourceTemplatesResult",
    );
    for uri in ["list://all", "entry://1", "bytes://all"] {
        client.ask(
            "resources/read",
            json!({ "uri": uri }),
            "ReadResourceResult",
        );
    }
    client.ask("prompts/list", json!({}), "ListPromptsResult");
    let params = json!({ "name": "show", "arguments": { "to": "Ann" } });
    client.ask("prompts/get", params, "GetPromptResult");
    for (reference, argument) in [
        (json!({ "type": "ref/prompt", "name": "show" }), "color"),
        (
            json!({ "type": "ref/resource", "uri": "entry://{id}" }),
            "id",
        ),
    ] {
        let argument = json!({ "name": argument, "value": "" });
        let params = json!({ "ref": reference, "argument": argument });
        client.ask("completion/complete", params, "CompleteResult");
    }

    client.fail("tools/call", json!({ "name": "nothing" }));
    client.fail("tools/list", json!({ "cursor": "never" }));
    client.fail("resources/read", json!({ "uri": "entry://9" }));
    client.fail("resources/read", json!({ "uri": "entry://nine" }));
    client.fail("resources/read", json!({ "uri": "nowhere:" }));
    client.fail("prompts/get", json!({ "name": "show", "arguments": {} }));
    client.fail("prompts/get", json!({ "name": "nothing" }));
    client.fail(
        "completion/complete",
        json!({ "ref": { "type": "ref/prompt", "name": "no" } }),
    );
    client.fail("nothing", json!({}));
}

fn session(version: &'static str) {
    let mut client = Client::new(version);
    let hello = json!({
        "protocolVersion": version,
        "capabilities": capabilities(),
        "clientInfo": { "name": "c", "version": "1" },
    });
    let result = client.ask("initialize", hello, "InitializeResult");
    assert_eq!(result["protocolVersion"], version);
    for capability in ["tools", "resources", "prompts", "logging"] {
        assert!(
            result["capabilities"][capability].is_object(),
            "{capability}"
        );
    }
    client.ask("ping", json!({}), "EmptyResult");
    client.ask(
        "logging/setLevel",
        json!({ "level": "debug" }),
        "EmptyResult",
    );
    client.ask(
        "resources/subscribe",
        json!({ "uri": "list://all" }),
        "EmptyResult",
    );
    inquire(&mut client);
    let asking: &[&str] = match version {
        "2024-11-05" | "2025-03-26" => &["samples"],
        "2025-06-18" => &["samples", "elicits"],
        _ => &["samples", "elicits", "visits"],
    };
    for tool in asking {
        let result = client.ask("tools/call", json!({ "name": tool }), "CallToolResult");
        assert_eq!(result["isError"], false, "{tool}: {result}");
    }
    client.ask(
        "resources/read",
        json!({ "uri": "asked://all" }),
        "ReadResourceResult",
    );
    client.ask("prompts/get", json!({ "name": "ask" }), "GetPromptResult");
    client.ask(
        "resources/unsubscribe",
        json!({ "uri": "list://all" }),
        "EmptyResult",
    );
    for definition in ["ServerNotification", "ServerRequest"] {
        assert!(client.judged.contains(definition), "{definition}");
    }
}

#[test]
fn what_2024_11_05_is_told_is_valid() {
    session("2024-11-05");
}

#[test]
fn what_2025_03_26_is_told_is_valid() {
    session("2025-03-26");
}

#[test]
fn what_2025_06_18_is_told_is_valid() {
    session("2025-06-18");
}

#[test]
fn what_2025_11_25_is_told_is_valid() {
    session("2025-11-25");
}

#[test]
fn what_2026_07_28_is_told_is_valid() {
    let mut client = Client::new("2026-07-28");
    client.ask("server/discover", json!({}), "DiscoverResult");
    let listen = json!({
        "jsonrpc": "2.0",
        "id": "listen",
        "method": "subscriptions/listen",
        "params": {
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
            "notifications": {
                "toolsListChanged": true,
                "promptsListChanged": true,
                "resourcesListChanged": true,
                "resourceSubscriptions": ["list://all"],
            },
        },
    });
    let step = client
        .session
        .receive(listen.to_string().as_bytes(), &mut Vec::new());
    assert!(matches!(step, Step::Nothing), "it is answered at the end");
    client.hears();
    inquire(&mut client);
    for (method, params) in [
        ("tools/call", json!({ "name": "elicits" })),
        ("tools/call", json!({ "name": "visits" })),
        ("tools/call", json!({ "name": "samples" })),
        ("resources/read", json!({ "uri": "asked://all" })),
        ("prompts/get", json!({ "name": "ask" })),
    ] {
        client.ask(method, params, "InputRequiredResult");
    }
    client.session.farewell().say();
    let ended: Vec<Value> = client
        .sent
        .take()
        .iter()
        .map(|one| serde_json::from_str(one).unwrap())
        .collect();
    client.judge("SubscriptionsListenResultResponse", &ended[0]);
    client.judge("ServerNotification", &ended[1]);
}

#[test]
fn what_is_not_valid_is_noticed() {
    for official in OFFICIAL.values() {
        for definition in ["ListToolsResult", "ServerNotification", "CompleteResult"] {
            let validator = official.validator(definition);
            assert!(!validator.is_valid(&json!({ "tools": [{}], "method": 1 })));
        }
    }
    let result = json!({ "tools": [{ "name": "a", "inputSchema": { "x": 1 }, "icons": [] }] });
    let mut unknown = Vec::new();
    OFFICIAL["2024-11-05"].unknown(&result, &mut unknown);
    assert_eq!(unknown, ["icons"]);
}
