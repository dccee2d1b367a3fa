//! Mistakes of those who write tools, and what the compiler says about them.
//!
//! Each `ui/<mistake>.rs` is a program with one mistake. Under the guilty token stands a comment:
//! carets, which begin where the error has to begin, and words that the error has to hold.
//!
//! ```text
//! fn greet(name: &str) -> String {
//!     //         ^^^^ use `String` instead of `&str`
//! ```
//!
//! Under every compiler there is one error for each such comment, and nothing else. Under the one
//! that `ui/blessed-with` names, all that is printed also equals `ui/<mistake>.stderr` to the
//! letter. `BLESS=1 cargo test -p tests --test ui` writes those files anew; review them like code.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

#[test]
fn every_mistake_is_one_error_at_the_guilty_token() {
    let bless = env::var_os("BLESS").is_some();
    if bless {
        files("stderr").for_each(|path| fs::remove_file(path).expect("a file of ours can go"));
        write(&ui("blessed-with"), &format!("{}\n", compiler()));
    }
    let is_exact = read(&ui("blessed-with")).trim() == compiler();

    let cases = cases();
    let mut said = compile(&cases);
    let mut faults = String::new();
    for case in &cases {
        let said = said.remove(case).unwrap_or_default();
        let printed = printed(&said);
        let golden = ui(&format!("{case}.stderr"));
        if bless {
            write(&golden, &printed);
        }
        let mut fault = misplaced(case, &said);
        if is_exact && fs::read_to_string(&golden).ok().as_ref() != Some(&printed) {
            fault.push_str("not what its .stderr says\n");
        }
        if !fault.is_empty() {
            let _ = writeln!(faults, "ui/{case}.rs: {fault}\n{printed}");
        }
    }
    for stale in files("stderr").filter(|path| !path.with_extension("rs").exists()) {
        let _ = writeln!(faults, "{} is of no case", stale.display());
    }
    assert!(faults.is_empty(), "\n\n{faults}");
}

/// The names of all cases, in order.
fn cases() -> Vec<String> {
    let name = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut cases: Vec<_> = files("rs").filter_map(name).collect();
    cases.sort();
    cases
}

/// An error: where it begins and what it says, all of it or some words.
struct Mark {
    line: usize,
    column: usize,
    words: String,
}

/// How the diagnostics of a case differ from what its comments ask for.
fn misplaced(case: &str, said: &[Value]) -> String {
    let expected = expected(&read(&ui(&format!("{case}.rs"))));
    let errors: Vec<_> = said.iter().filter_map(|d| error(case, d)).collect();
    let mut fault = String::new();
    if said.len() != expected.len() || expected.is_empty() {
        let _ = writeln!(
            fault,
            "{} diagnostics for {} comments",
            said.len(),
            expected.len()
        );
    }
    for Mark {
        line,
        column,
        words,
    } in expected
    {
        let is_it = |e: &Mark| (e.line, e.column) == (line, column) && e.words.contains(&words);
        if !errors.iter().any(is_it) {
            let _ = writeln!(fault, "no error at {line}:{column} says: {words}");
        }
    }
    fault
}

/// What the comments of a case ask for. Each belongs to the last line that is none.
fn expected(source: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut guilty = 0;
    for (index, text) in source.lines().enumerate() {
        let comment = text.trim_start().strip_prefix("//").unwrap_or_default();
        match comment.trim_start().strip_prefix('^') {
            Some(rest) => marks.push(Mark {
                line: guilty,
                column: text.chars().take_while(|c| *c != '^').count() + 1,
                words: rest.trim_start_matches('^').trim().to_owned(),
            }),
            None => guilty = index + 1,
        }
    }
    marks
}

/// A diagnostic, if it is an error in the case.
fn error(case: &str, diagnostic: &Value) -> Option<Mark> {
    let spans = diagnostic["spans"].as_array()?;
    let mut place = spans.iter().find(|span| span["is_primary"] == true)?;
    // Out of the macros that it happened in, to where the case called the first of them.
    while !Path::new(place["file_name"].as_str()?).ends_with(format!("{case}.rs")) {
        place = &place["expansion"]["span"];
    }
    let labels = spans.iter().map(|span| &span["label"]);
    let notes = diagnostic["children"].as_array()?.iter();
    let words = labels.chain(notes.map(|note| &note["message"]));
    let words = words
        .chain([&diagnostic["message"]])
        .filter_map(Value::as_str);
    (diagnostic["level"] == "error").then_some(Mark {
        line: usize::try_from(place["line_start"].as_u64()?).ok()?,
        column: usize::try_from(place["column_start"].as_u64()?).ok()?,
        words: words.collect::<Vec<_>>().join("\n"),
    })
}

/// Compiles all cases, as programs of a package like a user's. Gives the diagnostics of each.
fn compile(cases: &[String]) -> HashMap<String, Vec<Value>> {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    fs::create_dir_all(&package).expect("the target directory is ours");
    write(&package.join("Cargo.toml"), &manifest(cases));
    // The versions are the workspace's, which are there already.
    write(
        &package.join("Cargo.lock"),
        &read(&workspace().join("Cargo.lock")),
    );
    let Output { stdout, stderr, .. } = program("CARGO", "cargo")
        .args(["check", "--bins", "--keep-going", "--message-format=json"])
        .arg("--target-dir")
        .arg(package.join("target"))
        .current_dir(&package)
        .output()
        .expect("cargo runs");

    let messages = String::from_utf8_lossy(&stdout);
    let messages: Vec<Value> = messages.lines().flat_map(serde_json::from_str).collect();
    assert!(
        messages
            .iter()
            .any(|message| message["target"]["name"] == "mcp_core"),
        "mcp-core is not there for the cases:\n{}",
        String::from_utf8_lossy(&stderr)
    );
    by_case(messages)
}

fn manifest(cases: &[String]) -> String {
    let core = workspace().join("mcp-core");
    let core = core.display();
    let mut manifest = format!(
        r#"
        package = {{ name = "ui", edition = "2024" }}
        workspace = {{}}
        dependencies.mcp-core.path = '{core}'
        dependencies.mcp-core.features = ["ask", "tower"]
        dependencies.serde = {{ version = "1", features = ["derive"] }}
        "#
    );
    for case in cases {
        let path = ui(&format!("{case}.rs"));
        let path = path.display();
        let _ = write!(manifest, "[[bin]]\nname = '{case}'\npath = '{path}'\n");
    }
    manifest
}

fn by_case(messages: Vec<Value>) -> HashMap<String, Vec<Value>> {
    let mut said: HashMap<_, Vec<_>> = HashMap::new();
    for mut message in messages {
        let diagnostic = message["message"].take();
        let Some(text) = diagnostic["message"].as_str() else {
            continue;
        };
        // How the compiler ends after any error.
        let is_end = text.starts_with("aborting due to") || diagnostic["level"] == "failure-note";
        if let (Some(case), false) = (message["target"]["name"].as_str(), is_end) {
            said.entry(case.to_owned()).or_default().push(diagnostic);
        }
    }
    said
}

/// What the compiler prints, without the places where this machine keeps its files.
fn printed(said: &[Value]) -> String {
    let rendered = said.iter().filter_map(|d| d["rendered"].as_str());
    let printed = rendered.collect::<String>();
    let printed = printed.replace(&ui("").display().to_string(), "ui/");
    let printed = printed.replace(&workspace().display().to_string(), "$DIR");
    // Input:  --> /home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/serde-1.0.228/...
    // Output: --> $CARGO/serde-1.0.228/...
    let line = |line: &str| {
        let (before, after) = line.split_once("/registry/src/")?;
        let (arrow, _) = before.split_once('/')?;
        let (_, file) = after.split_once('/')?;
        Some(format!("{arrow}$CARGO/{file}"))
    };
    let lines = printed.split_inclusive('\n');
    lines
        // A pointer into the compiler's tracker says nothing to an author.
        .filter(|text| !text.contains("= help: see issue #"))
        .map(|text| line(text).unwrap_or_else(|| text.to_owned()))
        .collect()
}

/// The compiler's version, as in `1.95.0`.
fn compiler() -> String {
    let output = program("RUSTC", "rustc").arg("--version").output();
    let version = String::from_utf8(output.expect("rustc runs").stdout);
    let version = version.expect("a version is text");
    let number = version.split_whitespace().nth(1);
    number.expect("it follows the name").to_owned()
}

/// A program of the toolchain that runs this test.
fn program(variable: &str, name: &str) -> Command {
    Command::new(env::var_os(variable).unwrap_or(name.into()))
}

fn workspace() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("this package is a member")
}

fn ui(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui").join(file)
}

fn files(extension: &str) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(ui("")).expect("the cases are there");
    files
        .map(|file| file.expect("the cases can be listed").path())
        .filter(move |path| path.extension().is_some_and(|end| end == extension))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
