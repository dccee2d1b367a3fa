//! Tools in surroundings that an expansion could trip over: names that mean something else there,
//! attributes of all kinds, any place that a function can stand in, and strict lints.

#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use mcp_core::{Server, Session, Step, ToolSet, tool, tools};
use serde_json::{Value, json};

/// What one request is answered with, after a handshake.
fn answer(tools: ToolSet, method: &str, params: &Value) -> Value {
    let server = Server::builder("hygiene", "1.0.0").tools(tools).build();
    let mut session = Session::new(server.expect("the set-up holds"));
    let hello = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
    assert!(matches!(
        session.receive(hello, &mut Vec::new()),
        Step::Reply
    ));
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let mut out = Vec::new();
    if let Step::Call(call) = session.receive(request.to_string().as_bytes(), &mut out) {
        assert!(call.poll_once(&mut session, &mut out).is_none());
    }
    serde_json::from_slice(&out).expect("an answer is JSON")
}

/// The listed tools.
fn list(tools: ToolSet) -> Vec<Value> {
    let answer = answer(tools, "tools/list", &json!({}));
    answer["result"]["tools"]
        .as_array()
        .expect("a list")
        .clone()
}

/// The names of a tool's arguments, in the order they are listed.
fn arguments(tool: &Value) -> Vec<&str> {
    let properties = tool["inputSchema"]["properties"].as_object();
    let names = properties.expect("properties are always there").keys();
    names.map(String::as_str).collect()
}

/// The text that the only tool in a set answers with.
fn call(tools: ToolSet, arguments: &Value) -> String {
    let name = tools.names().next().expect("there is a tool").to_owned();
    let params = json!({"name": name, "arguments": arguments});
    let answer = answer(tools, "tools/call", &params);
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

mod types_named_like_those_of_the_prelude {
    //! `std` must be meant where an expansion means it.
    #![allow(
        dead_code,
        non_snake_case,
        reason = "some are only there to be found by mistake"
    )]

    use super::{call, json, list, tool, tools};

    struct Option;
    struct String;
    struct Box;
    struct Vec;
    struct Send;
    struct Sync;
    struct From;
    struct Default;
    struct Future;
    struct Tool;
    struct Parameter;
    mod core {}
    mod std {}
    mod mcp_core {}

    #[derive(serde::Serialize, mcp_core_schemars::JsonSchema)]
    #[schemars(crate = "mcp_core_schemars")]
    struct Result {
        ok: bool,
    }
    use ::mcp_core::schemars as mcp_core_schemars;

    fn Some<T>(_: T) {}
    fn Ok<T>(_: T) {}
    fn Err<T>(_: T) {}
    struct None;

    #[tool]
    fn shadowed(
        a: i64,
        #[arg(default)] b: i64,
        #[arg(default = "x")] c: ::std::string::String,
    ) -> Result {
        Result {
            ok: a > b && c.is_empty(),
        }
    }

    #[tool]
    async fn fallible() -> ::core::result::Result<Result, &'static str> {
        ::core::result::Result::Ok(Result { ok: true })
    }

    #[test]
    fn mean_what_their_author_means() {
        let listed = list(tools![shadowed, fallible]);
        for tool in &listed {
            assert_eq!(tool["outputSchema"]["required"], json!(["ok"]), "{tool}");
        }
        assert_eq!(
            call(tools![shadowed], &json!({"a": 1, "c": ""})),
            r#"{"ok":true}"#
        );
        assert_eq!(call(tools![fallible], &json!({})), r#"{"ok":true}"#);
    }
}

mod an_alias_of_result {
    //! As crates have them, with the error filled in.

    use super::{call, json, list, tool, tools};

    type Result<T> = std::result::Result<T, String>;
    type Maybe<T> = Option<T>;

    #[tool]
    fn half(n: i64, by: Maybe<i64>) -> Result<i64> {
        let by = by.unwrap_or(2);
        (n % by == 0).then(|| n / by).ok_or("a rest".to_owned())
    }

    #[test]
    fn is_a_result() {
        let listed = list(tools![half]);
        assert_eq!(listed[0]["inputSchema"]["required"], json!(["n"]));
        assert!(listed[0].get("outputSchema").is_none());
        assert_eq!(call(tools![half], &json!({"n": 8})), "4");
        assert_eq!(call(tools![half], &json!({"n": 7, "by": 2})), "a rest");
        assert_eq!(half(9, Some(3)), Ok(3));
    }
}

mod parameters_named_like_what_is_written_beside_them {
    //! Locals, constants and functions of an expansion.
    #![allow(
        clippy::similar_names,
        clippy::too_many_arguments,
        reason = "each is a name that an expansion could use"
    )]

    use super::{arguments as names, call, json, list, tool, tools};

    #[tool]
    fn div(div: i64, by: i64) -> i64 {
        div / by
    }

    #[tool]
    fn locals(
        args: u8,
        arguments: u8,
        self_: u8,
        context: u8,
        arg0: u8,
        arg1: u8,
        core: u8,
        std: u8,
    ) -> u8 {
        args + arguments + self_ + context + arg0 + arg1 + core + std
    }

    #[test]
    fn do_not_clash() {
        assert_eq!(div(6, 2), 3);
        assert_eq!(call(tools![div], &json!({"div": 6, "by": 2})), "3");
        let ones = |tool: fn() -> crate::ToolSet| {
            let listed = list(tool());
            let ones = names(&listed[0])
                .into_iter()
                .map(|name| (name.to_owned(), json!(1)));
            call(tool(), &ones.collect())
        };
        assert_eq!(ones(|| tools![locals]), "8");
    }
}

mod tools_named_like_what_is_written_beside_them {
    use super::{call, json, tool, tools};

    #[tool]
    fn arguments(arguments: u8) -> u8 {
        arguments
    }

    #[tool]
    fn arg0(arg0: u8) -> u8 {
        arg0
    }

    #[tool]
    fn new(new: u8) -> u8 {
        new
    }

    #[tool]
    fn main_(tool: u8) -> u8 {
        tool
    }

    #[tool]
    fn tool(main_: u8) -> u8 {
        main_
    }

    #[test]
    fn do_not_clash() {
        let all = || tools![arguments, arg0, new, main_, tool];
        assert_eq!(
            all().names().collect::<Vec<_>>(),
            ["arguments", "arg0", "new", "main_", "tool"]
        );
        assert_eq!(call(all(), &json!({"arguments": 7})), "7");
        assert_eq!(call(tools![arg0], &json!({"arg0": 7})), "7");
        assert_eq!(arguments(1) + arg0(1) + new(1) + main_(1) + tool(1), 5);
    }
}

mod raw_identifiers {
    use super::{arguments, call, json, list, tool, tools};

    #[tool]
    fn r#match(r#type: String, r#fn: Option<String>) -> String {
        r#type + &r#fn.unwrap_or_default()
    }

    #[test]
    fn are_plain_names_on_the_wire() {
        let listed = list(tools![r#match]);
        assert_eq!(listed[0]["name"], "match");
        assert_eq!(arguments(&listed[0]), ["type", "fn"]);
        assert_eq!(
            call(tools![r#match], &json!({"type": "a", "fn": "b"})),
            "ab"
        );
        assert_eq!(r#match("a".to_owned(), None), "a");
    }
}

mod a_core_of_another_name {
    //! As a crate has it that passes its dependencies on.

    use super::{call, json, tool};

    mod facade {
        pub(crate) mod inner {
            pub(crate) use ::mcp_core as framework;
        }
    }
    mod mcp_core {}

    #[tool(crate = facade::inner::framework, read_only)]
    async fn named(a: i64, #[arg(default)] b: i64) -> Result<i64, String> {
        Ok(a + b)
    }

    macro_rules! facade_tool {
        ($item:item) => {
            #[tool(crate = $crate::a_core_of_another_name::facade::inner::framework)]
            $item
        };
    }

    facade_tool! {
        fn by_the_macro_of_a_facade(text: String) -> String {
            text
        }
    }

    #[test]
    fn is_found_by_its_path() {
        let all = || facade::inner::framework::tools![named, by_the_macro_of_a_facade];
        assert_eq!(all().names().count(), 2);
        assert_eq!(call(all(), &json!({"a": 5})), "5");
    }
}

mod tools_made_by_a_macro {
    use super::{arguments, call, json, list, tool, tools};

    macro_rules! constant {
        ($(#[$attribute:meta])* $name:ident: $type:ty = $value:expr) => {
            $(#[$attribute])*
            #[tool(title = stringify!($name))]
            fn $name(times: Option<u8>, #[arg(default = $value)] value: $type) -> $type {
                value * <$type>::from(times.unwrap_or(1))
            }
        };
    }

    constant! {
        /// The answer.
        answer: i64 = 42
    }
    constant!(half: f64 = 0.5);

    macro_rules! whole {
        ($($item:item)*) => { $($item)* };
    }

    whole! {
        /// Made whole.
        #[tool]
        async fn passed_through(
            /// A letter.
            letter: char,
        ) -> char {
            letter
        }
    }

    #[test]
    fn are_tools() {
        let listed = list(tools![answer, half, passed_through]);
        assert_eq!(listed[0]["description"], "The answer.");
        assert_eq!(listed[0]["title"], "answer");
        assert_eq!(arguments(&listed[1]), ["times", "value"]);
        assert_eq!(
            listed[2]["inputSchema"]["properties"]["letter"]["description"],
            "A letter."
        );
        assert_eq!(call(tools![answer], &json!({"times": 2})), "84");
        assert_eq!(call(tools![half], &json!({})), "0.5");
        assert!((half(None, 1.0) - 1.0).abs() < f64::EPSILON);
    }
}

mod any_visibility {
    use super::{tool, tools};

    pub(crate) mod outer {
        use super::tool;

        pub(crate) mod inner {
            use super::tool;

            #[tool]
            pub(in crate::any_visibility) fn within() {}

            #[tool]
            pub(super) fn one_up() {}

            #[tool]
            pub(crate) fn in_the_crate() {}
        }

        #[tool]
        fn own() {}

        pub(crate) fn tools() -> crate::ToolSet {
            super::tools![own, inner::one_up, inner::within]
        }
    }

    use outer::inner::within;

    #[test]
    fn holds_for_the_tool_as_for_the_function() {
        within();
        let tools = tools![within, outer::inner::in_the_crate].and(outer::tools().prefix("o."));
        assert_eq!(
            tools.names().collect::<Vec<_>>(),
            ["within", "in_the_crate", "o.own", "o.one_up", "o.within"]
        );
    }
}

mod tools_in_function_bodies {
    use super::{call, json};

    #[test]
    fn are_tools() {
        use mcp_core::{schemars, tool, tools};

        #[derive(serde::Deserialize, schemars::JsonSchema)]
        struct Local {
            n: i64,
        }

        /// Squares.
        #[tool]
        fn square(local: Local) -> i64 {
            #[tool]
            fn nested() {}
            nested();
            local.n * local.n
        }

        assert_eq!(square(Local { n: 2 }), 4);
        assert_eq!(call(tools![square], &json!({"local": {"n": 3}})), "9");
    }
}

mod cfg {
    #![allow(
        clippy::non_minimal_cfg,
        reason = "`all()` always holds, and `any()` never does"
    )]

    use super::{arguments, list, tool, tools};

    #[cfg(any())]
    #[tool]
    fn above(argument: ThereIsNoSuchType) {}

    #[tool]
    #[cfg(any())]
    fn below(argument: ThereIsNoSuchType) {}

    #[cfg(all())]
    #[tool]
    #[cfg(not(any()))]
    fn both(a: i64) -> i64 {
        a
    }

    #[tool]
    #[cfg(all())]
    fn version(new: i64) -> i64 {
        new
    }

    #[tool]
    #[cfg(not(all()))]
    fn version(old: i64) -> i64 {
        old
    }

    #[tool]
    #[cfg_attr(all(), doc = "Documented.")]
    #[cfg_attr(any(), deprecated)]
    fn documented() {}

    #[tool]
    #[cfg_attr(all(), cfg(any()))]
    fn hidden(argument: ThereIsNoSuchType) {}

    #[test]
    fn decides_about_the_tool_as_about_the_function() {
        let listed = list(tools![
            #[cfg(any())]
            above,
            #[cfg(any())]
            below,
            both,
            #[cfg(all())]
            version,
            documented,
        ]);
        assert_eq!(listed.len(), 3);
        assert_eq!(arguments(&listed[1]), ["new"]);
        assert_eq!(listed[2]["description"], "Documented.");
        documented();
        assert_eq!(both(1) + version(1), 2);
    }
}

mod other_attributes {
    use super::{list, tool, tools};

    /// Before.
    #[tool]
    /// After.
    #[must_use = "it is the answer"]
    #[doc = "Last."]
    fn documented_on_both_sides() -> i64 {
        42
    }

    #[must_use]
    #[inline]
    #[tool]
    fn above(a: i64) -> i64 {
        a
    }

    #[tool]
    #[inline(never)]
    #[cold]
    #[track_caller]
    #[must_use]
    #[rustfmt::skip]
    const fn below(  a: i64) -> i64 { a }

    #[tool]
    #[allow(unused_variables, clippy::needless_pass_by_value)]
    fn allowed(text: String, #[allow(unused)] number: i64) {}

    #[expect(clippy::unnecessary_wraps, reason = "it may fail one day")]
    #[tool]
    fn expected() -> Option<i64> {
        Some(1)
    }

    #[tool]
    #[doc(hidden)]
    #[doc(alias = "other")]
    /** In a block. */
    fn hidden() {}

    #[test]
    fn stay_on_the_function() {
        let listed = list(tools![
            documented_on_both_sides,
            above,
            below,
            allowed,
            expected,
            hidden,
        ]);
        assert_eq!(listed[0]["description"], "Before.\nAfter.\nLast.");
        assert_eq!(listed[5]["description"], "In a block.");
        assert_eq!(above(1) + below(1) + documented_on_both_sides(), 44);
        allowed(String::new(), 0);
        assert_eq!(expected(), Some(1));
        hidden();
    }
}

mod signatures {
    use super::{arguments, call, json, list, tool, tools};

    #[tool]
    #[allow(clippy::too_many_arguments, clippy::many_single_char_names)]
    fn twelve(
        a: u8,
        b: u8,
        c: u8,
        d: u8,
        e: u8,
        f: u8,
        g: u8,
        h: u8,
        i: u8,
        j: u8,
        k: u8,
        l: u8,
    ) -> u8 {
        a + b + c + d + e + f + g + h + i + j + k + l
    }

    #[tool]
    fn unused_and_changed(_unused: String, mut n: i64, __two: Option<i64>) -> i64 {
        n += 1;
        n
    }

    #[tool]
    fn trailing_comma(a: (i64, String), b: [u8; 2]) -> String {
        format!("{a:?} {b:?}")
    }

    #[tool]
    fn nested(a: Vec<Option<std::collections::BTreeMap<String, Vec<i64>>>>) -> usize {
        a.len()
    }

    #[tool]
    fn dyn_error(text: String) -> Result<i64, Box<dyn std::error::Error>> {
        Ok(text.parse()?)
    }

    #[tool]
    async fn async_dyn_error(
        text: String,
    ) -> Result<i64, Box<dyn std::error::Error + Send + Sync>> {
        std::future::ready(()).await;
        Ok(text.parse()?)
    }

    #[tool]
    fn unit_in_result() -> Result<(), std::fmt::Error> {
        Err(std::fmt::Error)
    }

    #[tool]
    fn constant() -> &'static str {
        "text"
    }

    #[tool]
    fn cow(text: std::borrow::Cow<'static, str>) -> std::borrow::Cow<'static, str> {
        text
    }

    #[tool]
    fn bounded(text: String) -> String
    where
        String: Clone,
    {
        text
    }

    #[test]
    fn of_all_kinds_are_taken() {
        let listed = list(tools![twelve, unused_and_changed]);
        assert_eq!(arguments(&listed[0]).len(), 12);
        assert_eq!(arguments(&listed[1]), ["unused", "n", "two"]);
        assert_eq!(listed[1]["inputSchema"]["required"], json!(["unused", "n"]));

        assert_eq!(
            call(tools![unused_and_changed], &json!({"unused": "", "n": 1})),
            "2"
        );
        assert_eq!(
            call(tools![trailing_comma], &json!({"a": [1, "b"], "b": [1, 2]})),
            r#"(1, "b") [1, 2]"#
        );
        assert_eq!(call(tools![nested], &json!({"a": [null, {"k": [1]}]})), "2");
        assert_eq!(call(tools![dyn_error], &json!({"text": "1"})), "1");
        assert_eq!(
            call(tools![async_dyn_error], &json!({"text": "x"})),
            "invalid digit found in string"
        );
        assert_eq!(call(tools![constant], &json!({})), "text");
        assert_eq!(call(tools![cow], &json!({"text": "a"})), "a");
        assert_eq!(call(tools![bounded], &json!({"text": "a"})), "a");
        assert!(unit_in_result().is_err());
        assert_eq!(twelve(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 12);
    }
}

mod no_prelude {
    #![no_implicit_prelude]

    use ::core::primitive::i64;
    use ::core::result::Result;
    use ::std::string::String;

    /// Adds.
    #[::mcp_core::tool(name = "sum", title = "Sum", read_only, strict)]
    async fn add(
        /// First.
        a: i64,
        #[arg(default)] b: i64,
        #[arg(name = "third", default = "0")] c: String,
    ) -> Result<i64, String> {
        Result::Ok(a + b + c.parse::<i64>().unwrap_or(0))
    }

    #[::mcp_core::tool]
    fn nothing() {}

    pub(crate) fn tools() -> ::mcp_core::ToolSet {
        ::mcp_core::tools![add, nothing]
    }
}

#[test]
fn no_prelude_is_needed() {
    assert_eq!(call(no_prelude::tools(), &json!({"a": 1})), "1");
}

/// Documented, as a public interface has to be.
pub mod public {
    use super::tool;

    /// Adds.
    #[tool]
    #[must_use]
    pub fn add(a: i64, b: i64) -> i64 {
        a + b
    }

    /// Waits for nothing.
    #[tool]
    pub async fn wait() {}
}

#[test]
fn public_tools_are_tools() {
    assert_eq!(
        call(tools![public::add, public::wait], &json!({"a": 1, "b": 2})),
        "3"
    );
}
// Modules for tests/tests/hygiene.rs that do not compile yet.

mod parameters_named_like_members_of_the_trait {
    #![allow(
        non_snake_case,
        reason = "`NAME` and `Output` are names that the trait has"
    )]

    use super::{call, json, tool, tools};

    #[tool]
    fn members(NAME: u8, Output: u8, returns: u8, define: u8, start: u8, new: u8, take: u8) -> u8 {
        NAME + Output + returns + define + start + new + take
    }

    #[test]
    fn do_not_clash() {
        let ones = json!({"NAME": 1, "Output": 1, "returns": 1, "define": 1, "start": 1, "new": 1, "take": 1});
        assert_eq!(call(tools![members], &ones), "7");
    }
}

mod deprecated_functions {
    use super::{list, tool, tools};

    #[deprecated = "it is old"]
    #[tool]
    fn above() {}

    #[tool]
    #[deprecated(note = "it is old")]
    async fn below() {}

    #[test]
    fn are_still_tools() {
        assert_eq!(list(tools![above, below]).len(), 2);
    }
}

mod a_path_to_the_core_that_is_longer_than_need_be {
    use super::tool;

    mod facade {
        pub(crate) use ::mcp_core as framework;
    }

    #[tool(crate = self::facade::framework)]
    async fn relative(a: i64, #[arg(default)] b: i64) -> Result<i64, String> {
        Ok(a + b)
    }

    #[tool(crate = crate::a_path_to_the_core_that_is_longer_than_need_be::facade::framework)]
    fn absolute() {}

    #[test]
    fn is_no_warning() {
        assert_eq!(
            facade::framework::tools![relative, absolute]
                .names()
                .count(),
            2
        );
    }
}

mod a_tool_named_like_a_primitive {
    #![allow(non_camel_case_types, reason = "a primitive's name")]

    use super::{call, json, tool, tools};

    #[tool]
    fn str(n: i64) -> i64 {
        n
    }

    #[tool]
    fn bool(u8: i64) -> i64 {
        u8
    }

    #[test]
    fn is_a_tool() {
        assert_eq!(call(tools![str, bool], &json!({"n": 1})), "1");
    }
}

mod types_less_visible_than_the_tool {
    //! Which the compiler takes in a function's signature, as long as nobody else can see it.

    use super::{call, json};

    #[allow(
        unreachable_pub,
        clippy::unnecessary_wraps,
        reason = "as many programs are written"
    )]
    mod private {
        use mcp_core::{schemars, tool};

        #[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
        pub(crate) struct Point {
            x: i64,
        }

        #[tool]
        pub fn mirrored(point: Point) -> Result<Point, String> {
            Ok(Point { x: -point.x })
        }
    }

    #[test]
    fn are_taken_and_returned() {
        let tools = mcp_core::tools![private::mirrored];
        assert_eq!(call(tools, &json!({"point": {"x": 1}})), r#"{"x":-1}"#);
    }
}

mod all_that_can_be_said_of_a_tool {
    //! Under other names for what an expansion uses: `test`, `cfg`, `Duration`.
    #![allow(dead_code, unused_imports, reason = "to be found by mistake")]

    use mcp_core::{Icon, json, tool, tools};
    use tokio::test;

    use super::list;

    struct Duration;
    struct Icons;

    /// Sleeps.
    ///
    /// # Examples
    ///
    /// ```json
    /// {"for": 1}
    /// ```
    #[tool(
        blocking,
        timeout = "2m",
        icon = "data:,",
        icons = [Icon::new("https://hygiene.example")],
        meta = json!({}),
        title = "Sleep",
    )]
    fn sleep(#[arg(name = "for", header = "For", default)] r#for: u8) -> u8 {
        r#for
    }

    #[tool(blocking)]
    fn nothing() {}

    pub(crate) struct Bed;

    #[tool(prefix = "bed.")]
    impl Bed {
        /// Makes it.
        ///
        /// # Examples
        ///
        /// ```json
        /// {"with": "a blanket"}
        /// ```
        #[tool(blocking, timeout = "1s")]
        fn make(&self, with: &str) -> String {
            with.to_owned()
        }
    }

    #[core::prelude::v1::test]
    fn is_no_warning() {
        assert_eq!(list(tools![sleep, nothing].and(Bed::tools(Bed))).len(), 3);
    }
}
