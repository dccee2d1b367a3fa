//! Documentation as models read it. The examples in it are also tests of their own, which run with
//! the others here: `shipped::ship_examples_decode`, `Fleet_sail_examples_decode`.

use mcp_core::{Server, State, ToolSet, tool, tools};
use serde_json::{Value, json};

use crate::reply;

mod shipped {
    use mcp_core::State;

    /** Ships an order.
     *
     * - today
     *   - or tomorrow
     *
     * # Examples
     *
     * ```json
     * {"order": "A-1"}
     * ```
     *
     * ```
     * assert!(true);
     * ```
     *
     * ```json
     * {
     *   "order": "A-2",
     *   "days": 2
     * }
     * ```
     */
    #[mcp_core::tool]
    pub(super) fn ship(_fleet: State<u8>, order: &str, #[arg(default)] days: u8) -> String {
        format!("{order} in {days}")
    }
}

/// Sails.
struct Fleet;

#[tool]
impl Fleet {
    /**
        Sails away.

        # Example
        ```json
        {"to": "Oslo"}
        ```
    */
    #[tool]
    fn sail(&self, to: &str) -> String {
        to.to_owned()
    }
}

struct Cargo<T>(T);

#[tool]
impl<T: Send + Sync + 'static> Cargo<T> {
    /// Weighs.
    ///
    /// # Examples
    /// ```json
    /// {"kilos": "many"}
    /// ```
    #[tool]
    fn weigh(&self, kilos: u32) -> u32 {
        let Self(_) = self;
        kilos
    }
}

fn listed(tools: ToolSet) -> Value {
    let server = Server::builder("test", "1.0.0").tools(tools).state(1_u8);
    let mut session = crate::shaken(
        mcp_core::Session::new(server.build().unwrap()),
        "2025-11-25",
    );
    let list = reply(
        &mut session,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    );
    let mut list: Value = serde_json::from_str(&list).unwrap();
    list["result"]["tools"][0].take()
}

#[test]
fn json_under_examples_is_shown_in_the_schema_and_a_comments_stars_are_not() {
    let ship = listed(tools![shipped::ship]);
    assert_eq!(
        ship["description"],
        "Ships an order.\n\n- today\n  - or tomorrow"
    );
    assert_eq!(
        ship["inputSchema"]["examples"],
        json!([{ "order": "A-1" }, { "order": "A-2", "days": 2 }])
    );
    let sail = listed(Fleet::tools(Fleet));
    assert_eq!(sail["description"], "Sails away.");
    assert_eq!(sail["inputSchema"]["examples"], json!([{ "to": "Oslo" }]));
}

#[test]
fn an_example_that_is_no_call_of_its_tool_is_a_fault_of_the_set_up() {
    let server = Server::builder("test", "1.0.0").tools(Cargo::tools(Cargo(1)));
    let error = server.build().unwrap_err().to_string();
    assert!(error.starts_with("the tool `weigh` at "), "{error}");
    assert!(
        error.contains(r#"the example {"kilos": "many"} in its documentation: "#),
        "{error}"
    );
    assert!(error.contains("`kilos`: expected an integer"), "{error}");
}

#[test]
#[allow(unnameable_test_items, reason = "it would fail, which is shown here")]
fn examples_are_held_to_the_very_types_and_names() {
    /// Adds.
    ///
    /// # Examples
    /// ```json
    /// {"a": "1", "c": 2}
    /// ```
    #[tool]
    fn add(_state: State<u8>, a: u8, #[arg(default)] b: u8) -> u8 {
        a + b
    }
    let check = || {
        mcp_core::__private::examples_decode(
            &<add as mcp_core::Tool>::define(),
            <add as mcp_core::Tool>::start,
        );
    };
    let panic = std::panic::catch_unwind(check).unwrap_err();
    let fault = panic.downcast_ref::<String>().unwrap();
    assert!(fault.contains("`a`: expected an integer"), "{fault}");
    assert!(fault.contains("`c`: unknown"), "{fault}");
}
