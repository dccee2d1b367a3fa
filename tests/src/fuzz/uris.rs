use std::fs;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use mcp_core::{Directory, Json, Server, Session, Step, resource, resources};
use serde_json::{Value, json};

use crate::conversation::initialize;

/// A URI. It is read, or found to be no resource; a template's variables are what stands there, and
/// lead nowhere else; of a folder, nothing is read but the files that are served.
pub fn uris(bytes: &[u8]) {
    let uri = String::from_utf8_lossy(bytes);
    for params in [
        json!({ "uri": uri }),
        json!({ "uri": uri, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        } }),
    ] {
        let answer = answered(&params);
        let contents = &answer["result"]["contents"][0];
        if contents.is_null() {
            let code = answer["error"]["code"].as_i64();
            assert!(matches!(code, Some(-32002 | -32602)), "{uri}: {answer}");
            continue;
        }
        assert_eq!(contents["uri"], *uri);
        let text = contents["text"].as_str().expect("all of it is text");
        match serde_json::from_str::<Found>(text) {
            Ok((template, values)) => assert_stands_there(&uri, &template, &values),
            Err(_) => assert!(
                SERVED.iter().any(|(_, known)| *known == text),
                "{uri}: {text}"
            ),
        }
    }
}

/// A template, and its variables with what they were found to be.
type Found = (String, Vec<(String, Option<String>)>);

fn found<const N: usize>(template: &str, values: [(&str, Option<String>); N]) -> Json<Found> {
    let values = values.map(|(name, value)| (name.to_owned(), value));
    Json((template.to_owned(), values.into()))
}

#[resource("user://me")]
fn me() -> Json<Found> {
    found("user://me", [])
}

#[resource("user://{id}")]
fn user(id: String) -> Json<Found> {
    found("user://{id}", [("id", Some(id))])
}

#[resource("user://{id}/posts/{post}")]
fn post(id: String, post: String) -> Json<Found> {
    let values = [("id", Some(id)), ("post", Some(post))];
    found("user://{id}/posts/{post}", values)
}

#[resource("orders://{id}/lines{?limit,from}")]
fn lines(id: String, limit: Option<String>, from: Option<String>) -> Json<Found> {
    let values = [("id", Some(id)), ("limit", limit), ("from", from)];
    found("orders://{id}/lines", values)
}

#[resource("tree:/{+path}")]
fn tree(path: String) -> Json<Found> {
    found("tree:/{path}", [("path", Some(path))])
}

#[resource("mixed://{name}-{rest}.md")]
fn mixed(name: String, rest: String) -> Json<Found> {
    let values = [("name", Some(name)), ("rest", Some(rest))];
    found("mixed://{name}-{rest}.md", values)
}

#[resource("deep://{first}/{+rest}/end")]
fn deep(first: String, rest: String) -> Json<Found> {
    let values = [("first", Some(first)), ("rest", Some(rest))];
    found("deep://{first}/{rest}/end", values)
}

/// Holds values to the URI that they were found in.
fn assert_stands_there(uri: &str, template: &str, values: &[(String, Option<String>)]) {
    let mut expanded = template.to_owned();
    // From the last one on, since a value may look like a variable.
    for (name, value) in values.iter().rev() {
        let variable = format!("{{{name}}}");
        let (true, Some(value)) = (template.contains(&variable), value) else {
            continue;
        };
        assert!(
            !value.is_empty() && !value.contains('\0'),
            "{uri}: {value:?}"
        );
        let mut segments = value.split(['/', '\\']);
        assert!(
            segments.clone().all(|segment| segment != ".."),
            "{uri}: {value:?}"
        );
        assert_ne!(segments.next(), Some(""), "{uri}: {value:?}");
        expanded = expanded.replacen(&variable, value, 1);
    }
    let query = uri.find('?').filter(|_| template.ends_with("/lines"));
    assert_eq!(
        expanded,
        decoded(&uri[..query.unwrap_or(uri.len())]),
        "{uri}"
    );
}

/// Takes percent-encoding off.
fn decoded(uri: &str) -> String {
    let mut parts = uri.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let digits = part
            .get(..2)
            .filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend(&part.as_bytes()[2..]);
            }
            None => {
                bytes.push(b'%');
                bytes.extend(part.as_bytes());
            }
        }
    }
    String::from_utf8(bytes).expect("what was found is text")
}

/// The files that are served.
const SERVED: &[(&str, &str)] = &[
    ("a.md", "# A"),
    ("b c%.txt", "percent"),
    ("deep/er/ä.md", "far down"),
    ("deep/%2e%2e", "a name like any other"),
];

/// Those that are not.
const SECRET: &[&str] = &[
    "../secret.md",
    "../root.md",
    ".hidden",
    "ignored.log",
    "deep/ignored.log",
];

/// A folder of these beside the program, with links that lead out of it. Another process may be
/// making it too.
fn folder() -> PathBuf {
    let place = std::env::current_exe()
        .expect("a program")
        .with_extension("uris");
    let root = place.join("root");
    let write = |path: &str, text: &str| {
        let draft = place.join(std::process::id().to_string());
        fs::write(&draft, text).expect("it is ours");
        fs::rename(draft, root.join(path)).expect("it is ours");
    };
    fs::create_dir_all(root.join("deep/er")).expect("it is ours");
    for (path, text) in SERVED {
        write(path, text);
    }
    for path in SECRET {
        write(path, "SECRET");
    }
    write(".ignore", "*.log");
    links(&place, &root);
    root
}

#[cfg(unix)]
fn links(place: &Path, root: &Path) {
    use std::os::unix::fs::symlink;

    for (to, from) in [
        (place.join("secret.md"), "link.md"),
        (place.to_owned(), "out"),
        ("../secret.md".into(), "relative.md"),
        (root.join(".hidden"), "shown.md"),
    ] {
        // It may be there already.
        let _ = symlink(to, root.join(from));
    }
}

#[cfg(not(unix))]
fn links(_: &Path, _: &Path) {}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let directory = Directory::new(folder())
        .expect("a folder")
        .under("docs:///");
    let server = Server::builder("test", "1.0.0")
        .resources(resources![me, user, post, lines, tree, mixed, deep])
        .resources(directory);
    server.build().expect("the resources go together")
});

/// What is answered to a read with these parameters.
fn answered(params: &Value) -> Value {
    let request =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params });
    let mut session = Session::new(SERVER.clone());
    let mut out = Vec::new();
    let hello = initialize("2025-11-25").to_string();
    let step = session.receive(hello.as_bytes(), &mut out);
    assert!(matches!(step, Step::Reply), "a handshake is answered");
    out.clear();
    if let Step::Call(call) = session.receive(request.to_string().as_bytes(), &mut out)
        && let Some(mut call) = call.poll_once(&mut session, &mut out)
    {
        // A file is read where the call is polled, since nobody takes the work to another thread.
        let polled = Pin::new(&mut call).poll(&mut Context::from_waker(Waker::noop()));
        let Poll::Ready(Some(answer)) = polled else {
            panic!("the call waits");
        };
        out = answer;
    }
    let answer: Value = serde_json::from_slice(&out).expect("an answer is JSON");
    assert!(answer["jsonrpc"] == "2.0" && answer["id"] == 1, "{answer}");
    answer
}
