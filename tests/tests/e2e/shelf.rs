//! Resources and prompts of a process, and what becomes of its files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::client::Client;

/// A folder with a file, and a server of it.
fn shelf(test: &str) -> (PathBuf, Client) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("shelf")
        .join(test);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).unwrap();
    fs::write(root.join("a.md"), "# A").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_shelf"));
    let client = Client::start_command(command.arg(&root)).opened();
    (root, client)
}

fn about(method: &str, uri: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"uri":"{uri}"}}}}"#)
}

#[test]
fn files_are_listed_and_read() {
    let (root, mut client) = shelf("read");
    assert_eq!(
        client.ask(r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#),
        r#"{"jsonrpc":"2.0","id":1,"result":{"resources":[{"uri":"shelf:///a.md","name":"a.md","mimeType":"text/markdown","size":3}]}}"#
    );
    let read = r##"{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"shelf:///a.md","mimeType":"text/markdown","text":"# A"}]}}"##;
    assert_eq!(client.ask(about("resources/read", "shelf:///a.md")), read);
    fs::remove_file(root.join("a.md")).unwrap();
    client.send(about("resources/read", "shelf:///a.md"));
    // It may be told of first.
    let answer = std::iter::repeat_with(|| client.line())
        .find(|line| line.contains(r#""id":1"#))
        .expect("there is an answer");
    assert!(answer.contains(r#""code":-32002"#), "{answer}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_change_is_told_and_the_process_ends_with_its_input() {
    let (root, mut client) = shelf("watched");
    let subscribed = client.ask(about("resources/subscribe", "shelf:///a.md"));
    assert_eq!(subscribed, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    fs::write(root.join("a.md"), "# B").unwrap();
    assert_eq!(
        client.line(),
        r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"shelf:///a.md"}}"#
    );
    let end = client.close();
    assert!(end.status.success(), "{end:?}");
    assert!(end.took < Duration::from_secs(10), "{end:?}");
    assert_eq!(end.stderr, "");
}

#[test]
fn a_prompt_is_made_and_its_faults_are_told() {
    let (_, mut client) = shelf("prompt");
    let get = |arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{{"name":"summarize","arguments":{arguments}}}}}"#
        )
    };
    assert_eq!(
        client.ask(get(r#"{"uri":"shelf:///a.md"}"#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"description":"Asks for a summary of a file.","messages":[{"role":"user","content":{"type":"text","text":"Summarize shelf:///a.md in 3 sentences."}}]}}"#
    );
    let answer = client.ask(get(r#"{"sentences":"many"}"#));
    assert!(answer.contains(r#""code":-32602"#), "{answer}");
    for argument in ["`uri`: missing", "`sentences`: expected an integer"] {
        assert!(answer.contains(argument), "{answer}");
    }
    assert!(client.close().status.success());
}
