//! A folder of files as resources: nothing else is read, whatever is asked for.

use std::fs;
use std::path::{Path, PathBuf};

use mcp_core::{Directory, Server, Session};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{Poll, poll, reply, shaken, unpolled};

/// A folder with a secret beside it, for one test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&place);
    let root = place.join("root");
    fs::create_dir_all(root.join("deep/er")).unwrap();
    fs::write(place.join("secret.md"), "SECRET").unwrap();
    for (path, text) in [
        ("a.md", "# A"),
        ("b c%.txt", "text"),
        ("deep/er/ä.md", "deep"),
        ("no-extension", "text"),
        (".hidden", "SECRET"),
        ("ignored.log", "SECRET"),
        ("deep/also.log", "SECRET"),
        (".gitignore", "*.log\n"),
    ] {
        fs::write(root.join(path), text).unwrap();
    }
    fs::write(root.join("z.bin"), [0xff, 0xfe]).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;

        symlink(place.join("secret.md"), root.join("link.md")).unwrap();
        symlink(&place, root.join("out")).unwrap();
        symlink("../secret.md", root.join("relative.md")).unwrap();
        symlink(root.join(".hidden"), root.join("shown.md")).unwrap();
    }
    root
}

fn session(directory: Directory) -> Session {
    let server = Server::builder("test", "1.0.0").resources(directory);
    shaken(Session::new(server.build().unwrap()), "2025-11-25")
}

fn docs(test: &str) -> Session {
    session(Directory::new(folder(test)).unwrap().under("docs:///"))
}

fn read(session: &mut Session, uri: &str) -> String {
    let uri = Value::from(uri);
    let frame =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{{"uri":{uri}}}}}"#);
    let mut out = Vec::new();
    match session.receive(frame.as_bytes(), &mut out) {
        mcp_core::Step::Call(call) => {
            let mut call = call.detach(session);
            let Poll::Ready(Some(answer)) = poll(&mut call) else {
                panic!("an answer");
            };
            answer
        }
        _ => String::from_utf8(out).unwrap(),
    }
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#;

#[test]
fn files_are_listed_in_order_but_for_hidden_ignored_and_linked_ones() {
    let answer: Value = serde_json::from_str(&reply(&mut docs("listed"), LIST)).unwrap();
    let resources = answer["result"]["resources"].as_array().unwrap();
    let listed: Vec<_> = resources
        .iter()
        .map(|one| {
            let text = |key: &str| one[key].as_str().unwrap_or("-").to_owned();
            format!(
                "{} {} {} {}",
                text("uri"),
                text("name"),
                text("mimeType"),
                one["size"]
            )
        })
        .collect();
    assert_eq!(
        listed,
        [
            "docs:///a.md a.md text/markdown 3",
            "docs:///b%20c%25.txt b c%.txt text/plain 4",
            "docs:///deep/er/%C3%A4.md deep/er/ä.md text/markdown 4",
            "docs:///no-extension no-extension - 4",
            "docs:///z.bin z.bin application/octet-stream 2",
        ]
    );
    let templates = r#"{"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}"#;
    assert_eq!(
        reply(&mut docs("templates"), templates),
        r#"{"jsonrpc":"2.0","id":1,"result":{"resourceTemplates":[{"uriTemplate":"docs:///{+path}","name":"files","description":"A file."}]}}"#
    );
}

#[test]
fn paths_of_what_is_listed_are_completed() {
    let mut session = docs("completed");
    let mut completed = |typed: &str| {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{{"ref":{{"type":"ref/resource","uri":"docs:///{{+path}}"}},"argument":{{"name":"path","value":"{typed}"}}}}}}"#
        );
        let answer: Value = serde_json::from_str(&reply(&mut session, frame)).unwrap();
        answer["result"]["completion"]["values"].clone()
    };
    assert_eq!(completed("ä"), json!(["deep/er/ä.md"]));
    assert_eq!(completed("a.m"), json!(["a.md"]));
    assert_eq!(completed(".t"), json!(["b c%.txt"]));
    let all = ["a.md", "b c%.txt", "deep/er/ä.md", "no-extension", "z.bin"];
    assert_eq!(completed(""), json!(all));
    assert_eq!(completed("secret"), json!([]));
    assert_eq!(completed("../"), json!([]));
}

#[test]
fn many_files_are_listed_page_by_page() {
    let root = folder("many");
    fs::create_dir(root.join("many")).unwrap();
    for number in 0..1000 {
        fs::write(root.join(format!("many/{number:04}.md")), "").unwrap();
    }
    let mut session = session(Directory::new(root).unwrap().under("docs:///"));
    let mut list = |cursor: &str| {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{{"cursor":"{cursor}"}}}}"#
        );
        serde_json::from_str::<Value>(&reply(&mut session, frame)).unwrap()
    };
    for bad in ["1000", "0:7", "0:x", "1:1000", "0:-1", "::"] {
        assert_eq!(list(bad)["error"]["code"], -32602, "{bad}");
    }
    let first: Value = serde_json::from_str(&reply(&mut session, LIST)).unwrap();
    assert_eq!(first["result"]["resources"].as_array().unwrap().len(), 1000);
    let cursor = first["result"]["nextCursor"].clone();
    let frame = json!({
        "jsonrpc": "2.0", "id": 1, "method": "resources/list", "params": { "cursor": cursor },
    });
    let second: Value = serde_json::from_str(&reply(&mut session, frame.to_string())).unwrap();
    let names = second["result"]["resources"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|one| one["name"].as_str().unwrap()).collect();
    let expected = [
        "many/0997.md",
        "many/0998.md",
        "many/0999.md",
        "no-extension",
        "z.bin",
    ];
    assert_eq!(names, expected);
    assert!(second["result"].get("nextCursor").is_none());
}

#[test]
fn what_is_listed_is_read() {
    let mut session = docs("read");
    for (uri, contents) in [
        (
            "docs:///a.md",
            r##""mimeType":"text/markdown","text":"# A""##,
        ),
        (
            "docs:///b%20c%25.txt",
            r#""mimeType":"text/plain","text":"text""#,
        ),
        (
            "docs:///deep/er/%C3%A4.md",
            r#""mimeType":"text/markdown","text":"deep""#,
        ),
        (
            "docs:///no-extension",
            r#""mimeType":"text/plain","text":"text""#,
        ),
        (
            "docs:///z.bin",
            r#""mimeType":"application/octet-stream","blob":"//4=""#,
        ),
    ] {
        let expected = format!(r#""result":{{"contents":[{{"uri":"{uri}",{contents}}}]}}}}"#);
        let answer = read(&mut session, uri);
        assert!(answer.ends_with(&expected), "{answer}");
    }
}

#[test]
fn nothing_else_is_read() {
    let mut session = docs("else");
    for path in [
        "",
        "deep",
        "deep/",
        "missing.md",
        ".hidden",
        "ignored.log",
        "deep/also.log",
        ".gitignore",
        "../secret.md",
        "deep/../a.md",
        "deep/%2e%2e/%2e%2e/secret.md",
        "..%2Fsecret.md",
        "/etc/passwd",
        "%2Fetc%2Fpasswd",
        "link.md",
        "relative.md",
        "shown.md",
        "out/secret.md",
        "out/root/a.md",
        "a.md/",
        "a.md%00",
        "a.md/../.hidden",
    ] {
        let answer = read(&mut session, &format!("docs:///{path}"));
        assert!(answer.contains(r#""code":-32002"#), "{path}: {answer}");
    }
}

#[test]
fn uris_begin_with_file_unless_it_is_said() {
    let root = folder("file uris");
    let mut session = session(Directory::new(&root).unwrap().name("docs"));
    let answer: Value = serde_json::from_str(&reply(&mut session, LIST)).unwrap();
    let uri = answer["result"]["resources"][0]["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("file:///") && uri.contains("file%20uris/root/a.md"),
        "{uri}"
    );
    assert!(read(&mut session, uri).contains(r##""text":"# A""##));
    let outside = uri.replace("root/a.md", "secret.md");
    assert!(read(&mut session, &outside).contains("-32002"));
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let root = folder("missing");
    assert!(Directory::new(root.join("nowhere")).is_err());
    assert!(Directory::new(root.join("a.md")).is_err());
}

#[test]
fn uris_that_nobody_could_ask_for_are_a_fault_of_the_set_up() {
    let root = folder("faulty uris");
    for (start, fault) in [
        ("docs/", "no URI, which begins with a scheme"),
        ("https://docs.example/", "what clients fetch by themselves"),
        ("docs://{version}/", "no URI, in which `{` does not stand"),
        ("my docs:///", "no URI, which begins with a scheme"),
        ("docs:///my files/", "no URI, in which ` ` does not stand"),
    ] {
        let directory = Directory::new(&root).unwrap().under(start);
        let server = Server::builder("test", "1.0.0").resources(directory);
        let error = server.build().unwrap_err().to_string();
        let named = format!("`{start}{{+path}}` is {fault}");
        assert!(error.contains(&named) && error.contains(file!()), "{error}");
    }
}

#[test]
fn files_come_and_go() {
    let root = folder("changes");
    let directory = Directory::new(&root).unwrap().under("docs:///");
    assert_eq!(directory.text("a.md").unwrap().as_deref(), Some("# A"));
    assert_eq!(directory.text("../secret.md").unwrap(), None);
    let mut session = session(directory);
    fs::remove_file(root.join("a.md")).unwrap();
    fs::write(root.join("new.md"), "new").unwrap();
    assert!(read(&mut session, "docs:///a.md").contains("-32002"));
    assert!(read(&mut session, "docs:///new.md").contains(r#""text":"new""#));
    let call = unpolled(&mut session, LIST);
    drop(call);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Paths put together of what leads out of folders.
    #[test]
    fn no_path_leads_to_a_secret(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "..", "%2e%2e", "%2E.", ".", "/", "%2f", "\\", "%5c", "out", "link.md", "deep",
                "er", "secret.md", "root", ".hidden", "ignored.log", "%00", "%25", "%", "a.md",
                "?", "#", "%C3", "ä", "shown.md", "relative.md",
            ]),
            0..8,
        )
    ) {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz/root");
        if !root.exists() {
            folder("fuzz");
        }
        let mut session = session(Directory::new(&root).unwrap().under("docs:///"));
        let answer = read(&mut session, &format!("docs:///{}", parts.concat()));
        prop_assert!(!answer.contains("SECRET"), "{}", answer);
    }

    /// Any text at all as a URI is answered.
    #[test]
    fn any_uri_is_answered(uri in ".{0,40}", rest in "(docs:///)?[%./a-z0-9]{0,30}") {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz any/root");
        if !root.exists() {
            folder("fuzz any");
        }
        let mut session = session(Directory::new(&root).unwrap().under("docs:///"));
        for uri in [uri, rest] {
            let answer = read(&mut session, &uri);
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            let code = answer["error"]["code"].as_i64();
            let is_one = answer["result"]["contents"].is_array()
                || matches!(code, Some(-32002 | -32602));
            prop_assert!(is_one, "{}: {}", uri, answer);
        }
    }
}
