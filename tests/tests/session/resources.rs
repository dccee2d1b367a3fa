//! Resources: listed, found by URI or template, read, not found.

use std::num::NonZeroUsize;

use mcp_core::{
    Args, Context, EmbeddedResource, Image, Json, Listing, NotFound, ResourceLink, ResourcePage,
    ResourceSet, Role, Server, Session, State, ToolError, bail, data, resource, resources,
};
use serde_json::{Value, json};

use crate::{Poll, add, answered, poll, reply, shaken, stateless, unpolled};

/// The poem of the day.
#[resource("poem://today", title = "Poem", size = 5, priority = 0.5, audience = [Role::User])]
fn poem() -> &'static str {
    "roses"
}

/// What an order is of.
#[resource("orders://{id}/lines{?limit}", mime_type = "text/csv")]
async fn lines(
    id: u32,
    /// How many at most.
    limit: Option<usize>,
) -> Result<String, NotFound> {
    match id {
        0 => Err(NotFound),
        id => Ok(format!("{id},{limit:?}")),
    }
}

#[resource("file:///{+path}")]
fn file(path: &str) -> String {
    path.to_owned()
}

fn server(resources: ResourceSet) -> mcp_core::ServerBuilder {
    Server::builder("test", "1.0.0").resources(resources)
}

fn opened(resources: ResourceSet, version: &str) -> Session {
    let server = server(resources).build().expect("they go together");
    shaken(Session::new(server), version)
}

fn read(uri: &str) -> String {
    let uri = Value::from(uri);
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{{"uri":{uri}}}}}"#)
}

fn contents(session: &mut Session, uri: &str) -> Value {
    let answer: Value = serde_json::from_str(&reply(session, read(uri))).expect("JSON");
    answer["result"]["contents"].clone()
}

fn error(session: &mut Session, uri: &str) -> (i64, String) {
    let answer: Value = serde_json::from_str(&reply(session, read(uri))).expect("JSON");
    let error = &answer["error"];
    let code = error["code"].as_i64().expect(uri);
    (code, error["message"].as_str().expect(uri).to_owned())
}

#[test]
fn a_resource_is_read_under_its_uri() {
    let mut session = opened(resources![poem], "2025-11-25");
    assert_eq!(
        reply(&mut session, read("poem://today")),
        r#"{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"poem://today","mimeType":"text/plain","text":"roses"}]}}"#
    );
    let frame = stateless("resources/read", r#","uri":"poem://today""#);
    assert_eq!(
        reply(&mut session, frame),
        r#"{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"poem://today","mimeType":"text/plain","text":"roses"}],"ttlMs":0,"cacheScope":"private","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#
    );
}

#[test]
fn resources_and_templates_are_listed_apart() {
    let mut session = opened(resources![poem, lines, file], "2025-11-25");
    let list = |method| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
    assert_eq!(
        reply(&mut session, list("resources/list")),
        r#"{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"poem://today","name":"poem","title":"Poem","description":"The poem of the day.","mimeType":"text/plain","size":5,"annotations":{"audience":["user"],"priority":0.5}}]}}"#
    );
    assert_eq!(
        reply(&mut session, list("resources/templates/list")),
        r#"{"jsonrpc":"2.0","id":1,"result":{"resourceTemplates":[{"uriTemplate":"orders://{id}/lines{?limit}","name":"lines","description":"What an order is of.","mimeType":"text/csv"},{"uriTemplate":"file:///{+path}","name":"file","description":"file","mimeType":"text/plain"}]}}"#
    );
    let mut session = opened(resources![poem], "2024-11-05");
    let answer = reply(&mut session, list("resources/list"));
    assert!(!answer.contains("title"), "{answer}");
    assert!(
        reply(&mut session, list("resources/templates/list"))
            .ends_with(r#""result":{"resourceTemplates":[]}}"#)
    );
    let answer = reply(&mut session, stateless("resources/templates/list", ""));
    assert!(
        answer.contains(r#""resourceTemplates":[],"ttlMs":0"#),
        "{answer}"
    );
}

#[test]
fn resources_are_a_capability_if_there_are_any() {
    let capabilities = |session: &mut Session| {
        let answer = reply(session, stateless("server/discover", ""));
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["result"]["capabilities"].clone()
    };
    let mut with = Session::new(server(resources![poem]).build().unwrap());
    assert_eq!(capabilities(&mut with), json!({ "resources": {} }));
    let mut without = crate::opened(mcp_core::tools![add], "2025-11-25");
    assert_eq!(capabilities(&mut without), json!({ "tools": {} }));
    for method in [
        "resources/list",
        "resources/templates/list",
        "resources/read",
    ] {
        let frame =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"uri":"a:b"}}}}"#);
        assert!(reply(&mut without, frame).contains("-32601"), "{method}");
    }
}

#[test]
fn variables_are_decoded_once_and_parsed() {
    let mut session = opened(resources![lines, file], "2025-11-25");
    let text = |session: &mut Session, uri: &str| contents(session, uri)[0]["text"].clone();
    assert_eq!(text(&mut session, "orders://7/lines"), "7,None");
    assert_eq!(text(&mut session, "orders://7/lines?limit=3"), "7,Some(3)");
    assert_eq!(text(&mut session, "file:///a/b%20c%2541"), "a/b c%41");
    assert_eq!(
        contents(&mut session, "file:///a%20b")[0]["uri"],
        "file:///a%20b"
    );
}

#[test]
fn variables_that_do_not_fit_are_named_at_once() {
    let mut session = opened(resources![lines], "2025-11-25");
    let (code, message) = error(&mut session, "orders://seven/lines?limit=-1");
    assert_eq!(code, -32602);
    assert_eq!(
        message,
        "`orders://seven/lines?limit=-1` was not read, since its variables do not fit:\n\
         - `id`: expected an integer from 0 to 4294967295, got \"seven\"\n\
         - `limit`: expected an integer of at least 0, got \"-1\"\n\
         Variables that fit: {\"id\":\"1\"}"
    );
}

#[test]
fn what_is_not_there_is_told_in_the_way_of_the_era() {
    let mut session = opened(resources![lines], "2025-11-25");
    for uri in ["orders://0/lines", "orders://1", "x:"] {
        let data = json!({ "uri": uri });
        let message = format!("there is no resource `{uri}`");
        let expected = |code: i32| json!({ "code": code, "message": message, "data": data });
        let answer: Value = serde_json::from_str(&reply(&mut session, read(uri))).unwrap();
        assert_eq!(answer["error"], expected(-32002));
        let frame = stateless("resources/read", &format!(r#","uri":"{uri}""#));
        let answer: Value = serde_json::from_str(&reply(&mut session, frame)).unwrap();
        assert_eq!(answer["error"], expected(-32602));
    }
}

#[test]
fn what_is_no_uri_is_refused() {
    let mut session = opened(resources![lines], "2025-11-25");
    for uri in ["", "lines", "1a:b", ":", "/etc/passwd"] {
        assert_eq!(error(&mut session, uri).0, -32602, "{uri}");
    }
    for params in [
        "{}",
        r#"{"uri":null}"#,
        r#"{"uri":5}"#,
        r#"{"uri":["a:b"]}"#,
    ] {
        let frame =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{params}}}"#);
        let answer = reply(&mut session, frame);
        assert!(answer.contains(r#""code":-32602"#), "{answer}");
    }
}

#[test]
fn ways_out_of_a_folder_are_not_found() {
    let mut session = opened(resources![file], "2025-11-25");
    for path in [
        "../etc/passwd",
        "a/%2e%2e/%2E./b",
        "%2Fetc/passwd",
        "/etc/passwd",
        "..%5Cx",
    ] {
        assert_eq!(
            error(&mut session, &format!("file:///{path}")).0,
            -32002,
            "{path}"
        );
    }
}

#[resource("all:text")]
fn text() -> Option<String> {
    std::env::var("CARGO_PKG_NAME").ok()
}

#[resource("all:nothing")]
fn nothing() -> Option<String> {
    None
}

#[resource("all:json")]
fn json_value() -> Json<Value> {
    Json(json!({ "a": [1, 2] }))
}

#[resource("all:formless")]
fn formless() -> Json<f64> {
    Json(f64::NAN)
}

#[resource("all:bytes")]
fn bytes() -> Vec<u8> {
    vec![0xff, 0xfe]
}

#[resource("all:image")]
fn image() -> Image {
    Image::new([1], "image/png")
}

#[resource("all:parts", mime_type = "text/markdown")]
fn parts() -> Vec<EmbeddedResource> {
    vec![
        EmbeddedResource::text("all:part/1", "one"),
        EmbeddedResource::blob("all:part/2", [0]).mime_type("application/x-two"),
    ]
}

#[resource("all:no-parts")]
fn no_parts() -> Vec<EmbeddedResource> {
    Vec::new()
}

#[test]
fn contents_are_made_of_what_is_returned() {
    let set = resources![
        text, nothing, json_value, formless, bytes, image, parts, no_parts
    ];
    let mut session = opened(set, "2025-11-25");
    let one = |uri: &str, mime_type: &str, key: &str, value: &str| json!([{ "uri": uri, "mimeType": mime_type, key: value }]);
    for (uri, mime_type, key, value) in [
        ("all:text", "text/plain", "text", "tests"),
        ("all:json", "application/json", "text", r#"{"a":[1,2]}"#),
        ("all:bytes", "application/octet-stream", "blob", "//4="),
        ("all:image", "image/png", "blob", "AQ=="),
    ] {
        assert_eq!(contents(&mut session, uri), one(uri, mime_type, key, value));
    }
    assert_eq!(
        contents(&mut session, "all:parts"),
        json!([
            { "uri": "all:part/1", "mimeType": "text/markdown", "text": "one" },
            { "uri": "all:part/2", "mimeType": "application/x-two", "blob": "AA==" },
        ])
    );
    assert_eq!(error(&mut session, "all:nothing").0, -32002);
    assert_eq!(error(&mut session, "all:no-parts").0, -32002);
    assert_eq!(error(&mut session, "all:formless").0, -32603);
}

#[resource("bad:text")]
fn fails() -> Result<String, String> {
    Err("the disk is full".to_owned())
}

#[resource("bad:tool-error/{kind}")]
fn fails_in_many_ways(kind: &str) -> mcp_core::Result<String> {
    match kind {
        "gone" => Err(NotFound)?,
        "data" => Err(ToolError::new("no").data(json!({ "free": 0 }))),
        _ => bail!("`{kind}` is no kind"),
    }
}

#[resource("bad:panic")]
fn panics() -> String {
    panic!("a secret")
}

#[test]
fn failures_are_errors_of_the_protocol() {
    let mut session = opened(resources![fails, fails_in_many_ways, panics], "2025-11-25");
    let failed = |text: &str| (-32603, text.to_owned());
    assert_eq!(error(&mut session, "bad:text"), failed("the disk is full"));
    assert_eq!(
        error(&mut session, "bad:tool-error/x"),
        failed("`x` is no kind")
    );
    assert_eq!(error(&mut session, "bad:tool-error/gone").0, -32002);
    let answer = reply(&mut session, read("bad:tool-error/data"));
    assert!(
        answer.ends_with(r#""error":{"code":-32603,"message":"no","data":{"free":0}}}"#),
        "{answer}"
    );
    assert_eq!(
        error(&mut session, "bad:panic"),
        failed("the resource `panics` failed unexpectedly")
    );
    assert_eq!(error(&mut session, "bad:text"), failed("the disk is full"));
}

#[resource("slow:sum", timeout = "30s")]
async fn never() -> String {
    std::future::pending().await
}

#[test]
fn a_resource_that_takes_too_long_is_given_up() {
    let mut session = opened(resources![never], "2025-11-25");
    assert!(session_has_timeouts(&resources![never]));
    let mut call = unpolled(&mut session, read("slow:sum"));
    assert_eq!(call.tool(), None);
    let time = call.timeout().expect("a timeout");
    assert_eq!(poll(&mut call), Poll::Pending);
    call.expire(time);
    assert_eq!(
        poll(&mut call),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the resource `never` took longer than 30 s and was given up; it may have done a part of its work"}}"#
        )
    );
}

fn session_has_timeouts(resources: &ResourceSet) -> bool {
    resources.uris().eq(["slow:sum"]) && server(resources![never]).build().unwrap().has_timeouts()
}

struct Shelf(Vec<&'static str>);

#[resource]
impl Shelf {
    #[resource("shelf://{place}")]
    fn book(&self, place: usize) -> Option<String> {
        self.0.get(place).map(|title| (*title).to_owned())
    }

    #[resource("shelf://count/all", blocking)]
    fn count(&self) -> String {
        self.0.len().to_string()
    }
}

#[data]
struct Page {
    chapter: u8,
    #[serde(default)]
    line: u8,
}

#[resource("book://{chapter}{?line}")]
fn page(shelf: State<Shelf>, ctx: &Context, Args(page): Args<Page>) -> String {
    format!(
        "{} {} {} {}",
        shelf.0[0],
        ctx.tool(),
        page.chapter,
        page.line
    )
}

#[test]
fn methods_states_structs_and_contexts_work_as_in_tools() {
    let mut session = opened(Shelf::resources(Shelf(vec!["Emma"])), "2025-11-25");
    assert_eq!(contents(&mut session, "shelf://0")[0]["text"], "Emma");
    assert_eq!(error(&mut session, "shelf://1").0, -32002);
    let mut call = unpolled(&mut session, read("shelf://count/all"));
    call.work().expect("it holds its thread").run();
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("an answer");
    };
    assert!(answer.contains(r#""text":"1""#), "{answer}");

    let server = server(resources![page]).state(Shelf(vec!["Emma"]));
    let mut session = shaken(Session::new(server.build().unwrap()), "2025-11-25");
    assert_eq!(
        contents(&mut session, "book://3?line=4")[0]["text"],
        "Emma book://3?line=4 3 4"
    );
}

#[resource("same://{a}/x")]
fn by_a(a: String) -> String {
    a
}

#[resource("same://{+b}")]
fn by_b(b: String) -> String {
    b
}

#[resource("same://latest/x")]
fn latest() -> &'static str {
    "latest"
}

#[test]
fn a_uri_wins_over_a_template() {
    let mut session = opened(resources![by_a, latest], "2025-11-25");
    assert_eq!(
        contents(&mut session, "same://latest/x")[0]["text"],
        "latest"
    );
    assert_eq!(contents(&mut session, "same://other/x")[0]["text"], "other");
}

#[resource("lost://{id}")]
fn lost(shelf: State<Shelf>, id: String, other: Option<String>) -> String {
    format!("{id} {other:?} {}", shelf.0.len())
}

#[test]
fn what_nobody_could_tell_apart_or_call_is_a_fault_of_the_set_up() {
    let faults = |resources| server(resources).build().unwrap_err().to_string();
    let ambiguous = faults(resources![by_a, by_b]);
    assert!(
        ambiguous.starts_with("the resources `same://{a}/x` at ")
            && ambiguous.contains(" and `same://{+b}` at ")
            && ambiguous.ends_with("match the same URI; make their URIs differ"),
        "{ambiguous}"
    );
    let twice = faults(resources![poem].and(resources![poem]));
    assert!(twice.contains("match the same URI"), "{twice}");
    let lost = faults(resources![lost]);
    assert!(
        lost.contains("`lost://{id}` has no variable `{other}`"),
        "{lost}"
    );
    assert!(lost.contains("the resource `lost` at "), "{lost}");
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed over")]
fn shelves(listing: Listing) -> ResourcePage {
    let place: usize = listing.cursor().map_or(0, |cursor| cursor.parse().unwrap());
    let link = ResourceLink::new(format!("found://{place}"), format!("shelf {place}"));
    match place {
        2 => ResourcePage::new([link]),
        _ => ResourcePage::new([link]).next((place + 1).to_string()),
    }
}

#[resource("found://{place}", list = shelves)]
fn found(place: usize) -> String {
    place.to_string()
}

async fn books(listing: Listing) -> Result<Vec<ResourceLink>, ToolError> {
    let shelf = listing.state::<Shelf>().ok_or(NotFound)?;
    let link = |title: &&str| ResourceLink::new(format!("later://{title}"), *title).title("Book");
    Ok(shelf.0.iter().map(link).collect())
}

#[resource("later://{title}", list = books)]
fn later(title: String) -> String {
    title
}

/// The URIs of all pages, page by page.
fn listed(session: &mut Session) -> Vec<Vec<String>> {
    let mut pages = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{{"cursor":{cursor}}}}}"#
        );
        let answer: Value = serde_json::from_str(&reply(session, frame)).expect("JSON");
        let resources = answer["result"]["resources"].as_array().expect("a page");
        let uri = |resource: &Value| resource["uri"].as_str().expect("a URI").to_owned();
        pages.push(resources.iter().map(uri).collect());
        cursor = answer["result"]["nextCursor"].clone();
        if cursor.is_null() {
            return pages;
        }
    }
}

#[test]
fn resources_of_a_template_are_listed_after_the_others_page_by_page() {
    let set = resources![poem, found, text, later];
    let server = server(set).state(Shelf(vec!["Emma", "Ulysses"]));
    let mut session = shaken(Session::new(server.build().unwrap()), "2024-11-05");
    assert_eq!(
        listed(&mut session),
        [
            vec!["poem://today", "all:text", "found://0"],
            vec!["found://1"],
            vec!["found://2", "later://Emma", "later://Ulysses"],
        ]
    );
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"0:2"}}"#;
    assert_eq!(
        reply(&mut session, frame),
        r#"{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"found://2","name":"shelf 2"},{"uri":"later://Emma","name":"Emma"},{"uri":"later://Ulysses","name":"Ulysses"}]}}"#
    );
}

#[test]
fn pages_of_resources_that_are_written_down_come_first() {
    let size = NonZeroUsize::MIN;
    let pages = |set| {
        let server = server(set).page_size(size).state(Shelf(vec!["Emma"]));
        listed(&mut shaken(
            Session::new(server.build().unwrap()),
            "2025-11-25",
        ))
    };
    assert_eq!(
        pages(resources![poem, text]),
        [["poem://today"], ["all:text"]]
    );
    assert_eq!(
        pages(resources![poem, text, later]),
        [vec!["poem://today"], vec!["all:text", "later://Emma"]]
    );
}

#[test]
fn a_cursor_that_was_never_given_is_refused() {
    for set in [resources![poem], resources![poem, later]] {
        let server = server(set).state(Shelf(Vec::new())).build().unwrap();
        let mut session = shaken(Session::new(server), "2025-11-25");
        for cursor in [r#""""#, r#""x""#, r#""7""#, r#""7:""#, r#""x:1""#, "5"] {
            let frame = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{{"cursor":{cursor}}}}}"#
            );
            let answer = reply(&mut session, frame);
            assert!(answer.contains(r#""code":-32602"#), "{cursor}: {answer}");
        }
    }
}

#[test]
fn a_lister_that_fails_is_an_error() {
    let mut session = opened(resources![later], "2025-11-25");
    let answer = reply(
        &mut session,
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#,
    );
    assert!(answer.contains(r#""code":-32603"#), "{answer}");
}

fn charts(_: Listing) -> Vec<ResourceLink> {
    let link = ResourceLink::new("chart://1", "chart 1")
        .icon("https://charts.example/icon.png")
        .audience([Role::User])
        .priority(2.0)
        .last_modified("2025-01-12T15:00:58Z")
        .meta("rows", 3);
    vec![link]
}

#[resource("chart://{number}", list = charts)]
fn chart(number: u8) -> String {
    number.to_string()
}

#[test]
fn what_is_listed_says_all_that_the_version_knows() {
    let listed = |version| {
        let list = r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#;
        let answer = reply(&mut opened(resources![chart], version), list);
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        answer["result"]["resources"][0].clone()
    };
    assert_eq!(
        listed("2025-11-25"),
        json!({
            "uri": "chart://1",
            "name": "chart 1",
            "icons": [{ "src": "https://charts.example/icon.png" }],
            "annotations": {
                "audience": ["user"], "priority": 1.0, "lastModified": "2025-01-12T15:00:58Z",
            },
            "_meta": { "rows": 3 },
        })
    );
    let annotations = json!({ "audience": ["user"], "priority": 1.0 });
    assert_eq!(
        listed("2024-11-05"),
        json!({ "uri": "chart://1", "name": "chart 1", "annotations": annotations })
    );
}
