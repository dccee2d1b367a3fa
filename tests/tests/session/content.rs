//! Content of every kind, as each revision has it, and results that a tool puts together itself.

use std::collections::BTreeMap;

use mcp_core::{
    Audio, CallToolResult, Content, Contents, EmbeddedResource, Image, IntoContent, Json,
    ResourceLink, Role, Session, ToolSet, tool, tools,
};
use serde_json::{Value, json};

use crate::{call, fresh, opened, reply, stateless};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const WAV: &[u8] = b"RIFF\x24\0\0\0WAVEfmt ";

/// A picture.
#[tool]
fn picture() -> Option<Image> {
    Image::from_bytes(PNG)
}

/// A sound.
#[tool]
fn sound() -> Audio {
    Audio::new(WAV, "audio/wav")
}

/// A link.
#[tool]
fn link() -> ResourceLink {
    ResourceLink::new("file:///a.md", "a.md")
        .title("A")
        .description("all there is")
        .mime_type("text/markdown")
        .size(7)
}

/// A text that is a resource.
#[tool]
fn embedded() -> EmbeddedResource {
    EmbeddedResource::text("file:///a.md", "# A").mime_type("text/markdown")
}

/// Bytes that are a resource.
#[tool]
#[expect(clippy::unnecessary_wraps, reason = "any content may be in a `Result`")]
fn blob() -> Result<EmbeddedResource, String> {
    Ok(EmbeddedResource::blob("file:///a", [0, 255]))
}

/// A picture and what it is.
#[tool]
fn captioned() -> (String, Image, u8) {
    ("a dot".to_owned(), Image::new(PNG, "image/png"), 1)
}

/// Many of one kind.
#[tool]
fn gallery(many: bool) -> Vec<(&'static str, Image)> {
    match many {
        true => vec![("one", Image::new([], "image/gif")); 2],
        false => Vec::new(),
    }
}

/// Something to say about a block.
#[tool]
fn annotated() -> Vec<Content> {
    vec![
        Content::text("for the model")
            .audience([Role::Assistant])
            .priority(2.0),
        Content::from(Image::new([1], "image/png"))
            .audience([Role::User, Role::Assistant])
            .last_modified("2025-01-12T15:00:58Z")
            .meta("example.com/k", json!([1])),
        "plain".into(),
        Content::text("no number").priority(f64::NAN),
    ]
}

struct Hit;

impl IntoContent for Hit {
    fn into_content(self, contents: &mut Contents<'_>) {
        contents.text("a hit");
        contents.add(ResourceLink::new("file:///hit", "hit"));
    }
}

/// A type of the author's own.
#[tool]
fn hits() -> Vec<Hit> {
    vec![Hit, Hit]
}

/// A number that is a value.
#[tool]
fn number() -> Json<u8> {
    Json(7)
}

/// A result with everything.
#[tool]
fn whole() -> CallToolResult {
    CallToolResult::new()
        .content("two")
        .content(ResourceLink::new("file:///a", "a"))
        .structured([1, 2])
        .meta("example.com/k", "v")
        .meta("io.modelcontextprotocol/serverInfo", "mine")
}

/// A result of a value only.
#[tool]
fn value_only() -> CallToolResult {
    CallToolResult::new().structured(BTreeMap::from([("a", 1)]))
}

/// A failure that is told in full.
#[tool]
#[expect(clippy::unnecessary_wraps, reason = "a result may be in a `Result`")]
fn failing() -> Result<CallToolResult, String> {
    Ok(CallToolResult::new().content("no").error())
}

/// A value that has no JSON form.
#[tool]
fn unwritable() -> CallToolResult {
    CallToolResult::new()
        .structured(1)
        .structured(f64::NAN)
        .content("fine")
}

/// A failure without a word.
#[tool]
fn silent() -> CallToolResult {
    CallToolResult::new().error()
}

fn set() -> ToolSet {
    tools![
        picture, sound, link, embedded, blob, captioned, gallery, annotated, hits, number, whole,
        value_only, failing, unwritable, silent
    ]
}

fn result_in(session: &mut Session, frame: &str) -> Value {
    let answer: Value = serde_json::from_str(&reply(session, frame)).expect("an answer is JSON");
    answer["result"].clone()
}

fn result(version: &str, tool: &str) -> Value {
    result_in(&mut opened(set(), version), &call(tool, "{}"))
}

fn content(version: &str, tool: &str) -> Value {
    result(version, tool)["content"].clone()
}

#[test]
fn pictures_and_sounds_travel_as_base64_with_their_media_type() {
    assert_eq!(
        content("2025-11-25", "picture"),
        json!([{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUg==", "mimeType": "image/png"}])
    );
    assert_eq!(
        content("2025-11-25", "sound"),
        json!([{"type": "audio", "data": "UklGRiQAAABXQVZFZm10IA==", "mimeType": "audio/wav"}])
    );
}

#[test]
fn a_resource_is_linked_to_or_part_of_the_answer() {
    assert_eq!(
        content("2025-11-25", "link"),
        json!([{
            "type": "resource_link", "uri": "file:///a.md", "name": "a.md", "title": "A",
            "description": "all there is", "mimeType": "text/markdown", "size": 7,
        }])
    );
    assert_eq!(
        content("2025-11-25", "embedded"),
        json!([{"type": "resource", "resource": {"uri": "file:///a.md", "mimeType": "text/markdown", "text": "# A"}}])
    );
    assert_eq!(
        content("2025-11-25", "blob"),
        json!([{"type": "resource", "resource": {"uri": "file:///a", "blob": "AP8="}}])
    );
}

#[test]
fn a_block_that_a_revision_lacks_is_text() {
    assert_eq!(
        content("2024-11-05", "sound"),
        json!([{"type": "text", "text": "(a sound of 16 bytes, audio/wav, which this client cannot take)"}])
    );
    assert_eq!(content("2025-03-26", "sound")[0]["type"], "audio");
    assert_eq!(
        content("2025-03-26", "link"),
        json!([{"type": "text", "text": "[A](file:///a.md): all there is"}])
    );
    assert_eq!(content("2025-06-18", "link")[0]["type"], "resource_link");
}

#[test]
fn tuples_and_lists_of_content_are_several_blocks() {
    let blocks = content("2025-11-25", "captioned");
    assert_eq!(blocks[0], json!({"type": "text", "text": "a dot"}));
    assert_eq!(blocks[1]["type"], "image");
    assert_eq!(blocks[2], json!({"type": "text", "text": "1"}));
    assert_eq!(content("2025-11-25", "hits").as_array().unwrap().len(), 4);

    let mut session = opened(set(), "2025-11-25");
    let many = result_in(&mut session, &call("gallery", r#"{"many":true}"#));
    assert_eq!(many["content"].as_array().unwrap().len(), 4);
    let none = result_in(&mut session, &call("gallery", r#"{"many":false}"#));
    assert_eq!(none["content"], json!([{"type": "text", "text": "[]"}]));
}

#[test]
fn annotations_stay_within_what_the_revision_has() {
    assert_eq!(
        content("2025-11-25", "annotated"),
        json!([
            {"type": "text", "text": "for the model", "annotations": {"audience": ["assistant"], "priority": 1.0}},
            {
                "type": "image", "data": "AQ==", "mimeType": "image/png",
                "annotations": {"audience": ["user", "assistant"], "lastModified": "2025-01-12T15:00:58Z"},
                "_meta": {"example.com/k": [1]},
            },
            {"type": "text", "text": "plain"},
            {"type": "text", "text": "no number"},
        ])
    );
    assert_eq!(
        content("2025-03-26", "annotated")[1],
        json!({
            "type": "image", "data": "AQ==", "mimeType": "image/png",
            "annotations": {"audience": ["user", "assistant"]},
        })
    );
}

#[test]
fn content_has_no_output_schema_and_json_always_has_one() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let listed = result_in(&mut opened(set(), "2025-11-25"), list);
    for tool in listed["tools"].as_array().expect("a list") {
        assert_eq!(
            tool.get("outputSchema").is_some(),
            tool["name"] == "number",
            "{tool}"
        );
    }
    assert_eq!(
        result("2025-11-25", "number"),
        json!({"content": [{"type": "text", "text": "7"}], "structuredContent": {"result": 7}, "isError": false})
    );
}

#[test]
fn a_result_is_as_the_tool_tells_it() {
    assert_eq!(
        result("2025-11-25", "whole"),
        json!({
            "content": [
                {"type": "text", "text": "two"},
                {"type": "resource_link", "uri": "file:///a", "name": "a"},
            ],
            "structuredContent": {"result": [1, 2]},
            "isError": false,
            "_meta": {"example.com/k": "v"},
        })
    );
    let frame = stateless("tools/call", r#","name":"whole","arguments":{}"#);
    let modern = result_in(&mut fresh(set()), &frame);
    assert_eq!(modern["structuredContent"], json!([1, 2]));
    assert_eq!(
        modern["_meta"],
        json!({
            "io.modelcontextprotocol/serverInfo": {"name": "test", "version": "1.0.0"},
            "example.com/k": "v",
        })
    );
    assert_eq!(modern["resultType"], "complete");
    assert_eq!(
        result("2025-03-26", "value_only"),
        json!({"content": [{"type": "text", "text": r#"{"a":1}"#}], "isError": false})
    );
    assert_eq!(
        result("2025-06-18", "value_only")["structuredContent"],
        json!({"a": 1})
    );
}

#[test]
fn a_result_can_be_an_error_of_its_own_or_of_its_value() {
    assert_eq!(
        result("2025-11-25", "failing"),
        json!({"content": [{"type": "text", "text": "no"}], "isError": true})
    );
    let unwritable = result("2025-11-25", "unwritable");
    assert_eq!(unwritable["isError"], true);
    assert_eq!(unwritable.get("structuredContent"), None);
    assert_eq!(
        content("2025-11-25", "silent")[0]["text"],
        "the tool failed and did not say why"
    );
    assert_eq!(
        unwritable["content"][0]["text"],
        "the tool's result has no JSON form: `result` is NaN"
    );
}

#[test]
fn a_file_is_told_by_its_bytes_and_else_by_its_name() {
    let folder = std::env::temp_dir().join(format!("mcp-media-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a file can be written");
        path
    };
    let mime = |content: Content| {
        serde_json::to_value(content).expect("content is JSON")["mimeType"].clone()
    };

    let png = file("misnamed.txt", PNG);
    assert_eq!(
        mime(Image::read(&png).expect("a picture").into()),
        "image/png"
    );
    let svg = file("a.svg", b"<svg/>");
    assert_eq!(
        mime(Image::read(svg).expect("a picture").into()),
        "image/svg+xml"
    );
    let wav = file("a", WAV);
    assert_eq!(
        mime(Audio::read(wav).expect("a sound").into()),
        "audio/x-wav"
    );
    let error = Audio::read(png).expect_err("it is a picture");
    assert!(
        error.to_string().ends_with("misnamed.txt is not a sound"),
        "{error}"
    );
    let error = Image::read(folder.join("none.png")).expect_err("it is not there");
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    assert!(error.to_string().contains("none.png"), "{error}");
    std::fs::remove_dir_all(folder).expect("the folder can go");
}
