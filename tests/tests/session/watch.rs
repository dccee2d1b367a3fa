//! A folder that is watched: who wants to know hears of what happens inside it, and of nothing else.
//!
//! Changes are told in the order they happen, so what must not be told is done first, and something
//! that must be last.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::time::{Duration, Instant};

use mcp_core::{Directory, Server, Session};
use serde_json::Value;

use crate::context::Sent;
use crate::directory::folder;
use crate::{initialize, reply, shaken, stateless};

/// How long a machine that does much else may take to tell.
const PATIENCE: Duration = Duration::from_secs(30);

fn server(root: &Path) -> Server {
    let docs = Directory::new(root).unwrap().under("docs:///").watch();
    let server = Server::builder("test", "1.0.0").resources(docs);
    server.build().unwrap()
}

/// A session that has agreed on a version, and is subscribed to these.
fn subscribed(root: &Path, uris: &[&str]) -> (Session, Ear) {
    let sent = Sent::default();
    let session = Session::with_transport(server(root), sent.clone());
    let mut session = shaken(session, "2025-11-25");
    for uri in uris {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{{"uri":"{uri}"}}}}"#
        );
        assert!(reply(&mut session, frame).ends_with(r#""result":{}}"#));
    }
    (session, Ear::of(sent))
}

/// What a client hears.
struct Ear {
    sent: Sent,
    /// What it was told before. It may be told again, since what happens is told in parts.
    before: BTreeSet<String>,
}

impl Ear {
    fn of(sent: Sent) -> Self {
        Self {
            sent,
            before: BTreeSet::new(),
        }
    }

    /// Waits until all of these are told: URIs, and `list` for a change of the list. Nothing else
    /// may be.
    #[track_caller]
    fn hears<const N: usize>(&mut self, wanted: [&str; N]) {
        let start = Instant::now();
        let mut wanted = BTreeSet::from(wanted.map(str::to_owned));
        while !wanted.is_empty() {
            assert!(start.elapsed() < PATIENCE, "nothing is told of {wanted:?}");
            std::thread::sleep(Duration::from_millis(5));
            for message in self.sent.take() {
                let told = subject(&message);
                let is_wanted = wanted.remove(&told);
                assert!(is_wanted || self.before.contains(&told), "{told}");
                self.before.insert(told);
            }
        }
    }
}

/// What a notification is about.
fn subject(message: &str) -> String {
    let message: Value = serde_json::from_str(message).expect("JSON");
    match message["method"].as_str() {
        Some("notifications/resources/list_changed") => "list".to_owned(),
        Some("notifications/resources/updated") => {
            message["params"]["uri"].as_str().expect("a URI").to_owned()
        }
        _ => panic!("{message}"),
    }
}

#[test]
fn a_file_that_changes_is_told_to_who_is_subscribed_to_it() {
    let root = folder("watch file");
    let (_session, mut ear) = subscribed(&root, &["docs:///b%20c%25.txt"]);
    fs::write(root.join("a.md"), "nobody asked").unwrap();
    fs::write(root.join("b c%.txt"), "other").unwrap();
    ear.hears(["docs:///b%20c%25.txt"]);
}

#[test]
fn a_file_that_an_editor_replaces_has_changed() {
    let root = folder("watch replaced");
    let (_session, mut ear) = subscribed(&root, &["docs:///a.md"]);
    fs::write(root.join(".a.md.swap"), "new").unwrap();
    fs::rename(root.join(".a.md.swap"), root.join("a.md")).unwrap();
    ear.hears(["docs:///a.md"]);
}

#[test]
fn files_that_come_and_go_change_the_list() {
    let root = folder("watch list");
    let (_session, mut ear) = subscribed(&root, &["docs:///"]);
    fs::write(root.join("new.md"), "new").unwrap();
    ear.hears(["docs:///new.md", "list"]);
    fs::remove_file(root.join("new.md")).unwrap();
    ear.hears(["docs:///new.md", "list"]);
    fs::rename(root.join("deep"), root.join("moved")).unwrap();
    let moved = "docs:///moved/er/%C3%A4.md";
    ear.hears([moved, "docs:///deep/er/%C3%A4.md", "list"]);
    fs::write(root.join("moved/b.md"), "new").unwrap();
    ear.hears(["docs:///moved/b.md", "list"]);
    fs::write(root.join("moved/er/c.md"), "new").unwrap();
    ear.hears(["docs:///moved/er/c.md", "list"]);
}

#[test]
fn a_folder_that_is_new_is_watched_too() {
    let root = folder("watch folder");
    let (_session, mut ear) = subscribed(&root, &["docs:///new"]);
    fs::create_dir_all(root.join("new/er")).unwrap();
    fs::write(root.join("new/er/a.md"), "a").unwrap();
    ear.hears(["docs:///new/er/a.md", "list"]);
    fs::write(root.join("new/er/a.md"), "b").unwrap();
    ear.hears(["docs:///new/er/a.md"]);
    // Another of the same name.
    fs::remove_dir_all(root.join("new")).unwrap();
    ear.hears(["docs:///new/er/a.md", "list"]);
    fs::create_dir_all(root.join("new/er")).unwrap();
    fs::write(root.join("new/er/b.md"), "b").unwrap();
    ear.hears(["docs:///new/er/b.md", "list"]);
    fs::write(root.join("new/er/b.md"), "c").unwrap();
    ear.hears(["docs:///new/er/b.md"]);
}

#[test]
fn nothing_is_told_of_what_is_outside_hidden_ignored_or_linked() {
    let root = folder("watch outside");
    let (mut session, mut ear) = subscribed(&root, &["docs:///"]);
    fs::write(root.join("../secret.md"), "changed").unwrap();
    fs::write(root.join("out/beside.md"), "through a link").unwrap();
    fs::write(root.join(".hidden"), "changed").unwrap();
    fs::write(root.join("ignored.log"), "changed").unwrap();
    fs::write(root.join("new.log"), "new").unwrap();
    symlink(root.join("../secret.md"), root.join("new-link.md")).unwrap();
    fs::create_dir(root.join(".git")).unwrap();
    fs::write(root.join(".git/HEAD"), "main").unwrap();
    // Reading is no change.
    let read = r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#;
    assert!(reply(&mut session, read).contains("docs:///a.md"));
    fs::read(root.join("z.bin")).unwrap();
    fs::write(root.join("a.md"), "changed").unwrap();
    ear.hears(["docs:///a.md"]);
}

#[test]
fn what_is_ignored_from_now_on_is_gone() {
    let root = folder("watch ignored");
    let (_session, mut ear) = subscribed(&root, &["docs:///"]);
    fs::write(root.join(".gitignore"), "*.md\n*.log\n").unwrap();
    ear.hears(["docs:///a.md", "docs:///deep/er/%C3%A4.md", "list"]);
    fs::write(root.join("new.md"), "ignored").unwrap();
    fs::write(root.join("z.bin"), "changed").unwrap();
    ear.hears(["docs:///z.bin"]);
}

#[test]
fn a_stateless_client_hears_of_what_it_listens_to() {
    let root = folder("watch listening");
    let sent = Sent::default();
    let mut session = Session::with_transport(server(&root), sent.clone());
    let discovered = reply(&mut session, stateless("server/discover", ""));
    assert!(
        discovered.contains(r#""resources":{"subscribe":true,"listChanged":true}"#),
        "{discovered}"
    );
    let wanted = r#","notifications":{"resourceSubscriptions":["docs:///a.md"]}"#;
    let listen = stateless("subscriptions/listen", wanted);
    let step = session.receive(listen.as_bytes(), &mut Vec::new());
    assert!(matches!(step, mcp_core::Step::Nothing));
    assert!(sent.take()[0].contains("acknowledged"));
    let mut ear = Ear::of(sent);
    fs::write(root.join("new.md"), "new").unwrap();
    fs::write(root.join("a.md"), "changed").unwrap();
    ear.hears(["docs:///a.md"]);
}

/// Whether this process watches a folder, by what Linux says.
fn is_watched(root: &Path) -> bool {
    let folder = format!("ino:{:x} ", fs::metadata(root).unwrap().ino());
    let files = fs::read_dir("/proc/self/fdinfo").unwrap();
    let mut about = files.filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
    about.any(|about| {
        let mut watches = about.lines().filter(|line| line.starts_with("inotify "));
        watches.any(|watch| watch.contains(&folder))
    })
}

/// Waits until nothing watches a folder any more.
#[track_caller]
fn assert_left_alone(root: &Path) {
    let start = Instant::now();
    while is_watched(root) {
        assert!(start.elapsed() < PATIENCE, "it is still watched");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn nobody_watches_for_nobody() {
    let root = folder("watch nobody");
    let mut session = Session::with_transport(server(&root), Sent::default());
    assert!(reply(&mut session, stateless("server/discover", "")).contains("subscribe"));
    let listen = |session: &mut Session, wanted: &str| {
        let wanted = format!(r#","notifications":{{{wanted}}}"#);
        let frame = stateless("subscriptions/listen", &wanted);
        assert_eq!(reply(session, frame), "");
    };
    listen(&mut session, "");
    assert!(!is_watched(&root));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    reply(&mut session, cancel);
    listen(&mut session, r#""resourcesListChanged":true"#);
    assert!(is_watched(&root));
    reply(&mut session, cancel);
    assert_left_alone(&root);
    listen(&mut session, r#""resourceSubscriptions":["docs:///a.md"]"#);
    assert!(is_watched(&root));
    session.end();
    assert_left_alone(&root);
}

#[test]
fn who_watches_stops_with_its_last_client() {
    let root = folder("watch stops");
    let server = server(&root);
    let sents = [Sent::default(), Sent::default()];
    let [one, mut other] = sents.clone().map(|sent| {
        let session = Session::with_transport(server.clone(), sent);
        shaken(session, "2025-11-25")
    });
    let subscribe = r#"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"docs:///a.md"}}"#;
    reply(&mut other, subscribe);
    drop(one);
    let mut ear = Ear::of(sents[1].clone());
    fs::write(root.join("a.md"), "changed").unwrap();
    ear.hears(["docs:///a.md"]);
    // A new handshake goes on with what there is.
    reply(&mut other, initialize("2025-06-18"));
    reply(&mut other, subscribe);
    fs::write(root.join("a.md"), "again").unwrap();
    ear.hears(["docs:///a.md"]);
    drop(other);
    assert_left_alone(&root);
    // The next client finds it as the first did.
    let third = Session::with_transport(server, sents[1].clone());
    let mut third = shaken(third, "2025-11-25");
    reply(&mut third, subscribe);
    assert!(is_watched(&root));
}
