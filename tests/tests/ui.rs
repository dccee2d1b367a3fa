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
//! Under every compiler there must be one error for each such comment, and nothing else. Under
//! the compiler that `ui/blessed-with` names, what it prints must also equal `ui/<mistake>.stderr`
//! to the letter; `BLESS=1 cargo test -p tests --test ui` writes all of these files anew.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

#[test]
fn every_mistake_is_one_error_at_the_guilty_token() {
    let cases = Case::all();
    let bless = env::var_os("BLESS").is_some();
    if bless {
        remove_printed();
        write(&ui("blessed-with"), &format!("{}\n", compiler()));
    }
    let exact = bless || read(&ui("blessed-with")).trim() == compiler();

    let mut said = check(&cases);
    let mut faults = String::new();
    for case in &cases {
        let said = Said::new(said.remove(&case.name).unwrap_or_default());
        if bless {
            write(&case.printed(), &said.printed);
        }
        let misprinted = exact.then(|| case.misprinted(&said)).flatten();
        for fault in case.misplaced(&said).into_iter().chain(misprinted) {
            let _ = writeln!(faults, "ui/{}.rs: {fault}\n", case.name);
        }
    }
    assert!(faults.is_empty(), "\n\n{faults}");
}

/// A program with one mistake.
struct Case {
    name: String,
    expected: Vec<Expected>,
}

/// What a comment in a case asks for: an error at a place, holding some words.
struct Expected {
    line: usize,
    column: usize,
    words: String,
}

impl Case {
    fn all() -> Vec<Self> {
        let mut cases: Vec<_> = files("rs").iter().map(|path| Self::read(path)).collect();
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        cases
    }

    fn read(path: &Path) -> Self {
        let mut expected = Vec::new();
        let mut guilty = 0;
        for (index, line) in read(path).lines().enumerate() {
            match marked(line) {
                Some((column, words)) => expected.push(Expected {
                    line: guilty,
                    column,
                    words,
                }),
                None => guilty = index + 1,
            }
        }
        let name = path.file_stem().expect("a case has a name");
        Self {
            name: name.to_string_lossy().into_owned(),
            expected,
        }
    }

    fn printed(&self) -> PathBuf {
        ui(&format!("{}.stderr", self.name))
    }

    /// Where the compiler said too much, too little, or something else.
    fn misplaced(&self, said: &Said) -> Option<String> {
        let is_found = |expected: &Expected| said.errors.iter().any(|e| e.answers(expected));
        let missing: Vec<_> = self.expected.iter().filter(|e| !is_found(e)).collect();
        if missing.is_empty() && said.count == self.expected.len() && !self.expected.is_empty() {
            return None;
        }
        let mut fault = format!(
            "{} diagnostics, expected {}",
            said.count,
            self.expected.len()
        );
        for Expected {
            line,
            column,
            words,
        } in missing
        {
            let _ = write!(fault, "\nnone at {line}:{column} says: {words}");
        }
        Some(format!("{fault}\n{}", said.printed))
    }

    fn misprinted(&self, said: &Said) -> Option<String> {
        let expected = fs::read_to_string(self.printed()).unwrap_or_default();
        let actual = &said.printed;
        (expected != *actual)
            .then(|| format!("printed\n{actual}\nand not, as in its .stderr,\n{expected}"))
    }
}

/// The column and the words of `// ^^^^ words`.
fn marked(line: &str) -> Option<(usize, String)> {
    let comment = line.trim_start().strip_prefix("//")?.trim_start();
    let words = comment.strip_prefix('^')?.trim_start_matches('^').trim();
    let column = line.chars().position(|c| c == '^')? + 1;
    Some((column, words.to_owned()))
}

/// All that the compiler said about a case.
struct Said {
    count: usize,
    errors: Vec<Error>,
    printed: String,
}

struct Error {
    line: Option<u64>,
    column: Option<u64>,
    words: Vec<String>,
}

impl Said {
    fn new(diagnostics: Vec<Value>) -> Self {
        let rendered = diagnostics.iter().filter_map(|d| d["rendered"].as_str());
        Self {
            count: diagnostics.len(),
            errors: diagnostics.iter().filter_map(Error::read).collect(),
            printed: portable(&rendered.collect::<String>()),
        }
    }
}

impl Error {
    fn read(diagnostic: &Value) -> Option<Self> {
        let spans = diagnostic["spans"].as_array()?;
        let primary = spans.iter().find(|span| span["is_primary"] == true)?;
        let labels = spans.iter().map(|span| &span["label"]);
        let notes = diagnostic["children"].as_array()?.iter();
        let words = labels.chain(notes.map(|note| &note["message"]));
        let words = words.chain([&diagnostic["message"]]);
        (diagnostic["level"] == "error").then(|| Self {
            line: primary["line_start"].as_u64(),
            column: primary["column_start"].as_u64(),
            words: words.filter_map(Value::as_str).map(str::to_owned).collect(),
        })
    }

    fn answers(&self, expected: &Expected) -> bool {
        self.line == Some(expected.line as u64)
            && self.column == Some(expected.column as u64)
            && self.words.iter().any(|said| said.contains(&expected.words))
    }
}

/// Compiles all cases, as programs of a package that a user could have; what was said by case.
fn check(cases: &[Case]) -> HashMap<String, Vec<Value>> {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    fs::create_dir_all(&package).expect("the target directory is ours");
    write(&package.join("Cargo.toml"), &manifest(cases));
    write(
        &package.join("Cargo.lock"),
        &read(&workspace().join("Cargo.lock")),
    );

    let output = cargo_check(&package);
    let messages: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let built = |message: &Value| message["target"]["name"] == "mcp_core";
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(messages.iter().any(built), "no mcp-core:\n{stderr}");
    by_case(messages)
}

fn manifest(cases: &[Case]) -> String {
    let core = workspace().join("mcp-core");
    let mut manifest = format!(
        "[package]\nname = \"ui\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         mcp-core.path = {core:?}\nserde = {{ version = \"1\", features = [\"derive\"] }}\n"
    );
    for Case { name, .. } in cases {
        let path = ui(&format!("{name}.rs"));
        let _ = write!(manifest, "\n[[bin]]\nname = {name:?}\npath = {path:?}\n");
    }
    manifest
}

fn cargo_check(package: &Path) -> Output {
    Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["check", "--bins", "--keep-going", "--message-format=json"])
        .arg("--target-dir")
        .arg(package.join("target"))
        .current_dir(package)
        .output()
        .expect("cargo runs")
}

fn by_case(messages: Vec<Value>) -> HashMap<String, Vec<Value>> {
    let mut said: HashMap<String, Vec<Value>> = HashMap::new();
    for mut message in messages {
        let diagnostic = message["message"].take();
        let text = diagnostic["message"].as_str().unwrap_or_default();
        // How the compiler ends, whatever it said before.
        let is_summary =
            text.starts_with("aborting due to") || diagnostic["level"] == "failure-note";
        if message["reason"] == "compiler-message" && !is_summary {
            let case = message["target"]["name"].as_str().unwrap_or_default();
            said.entry(case.to_owned()).or_default().push(diagnostic);
        }
    }
    said
}

/// Takes out of what was printed where this machine keeps its files.
fn portable(printed: &str) -> String {
    let ui = ui("").display().to_string();
    let workspace = workspace().display().to_string();
    let own = printed.replace(&ui, "ui/").replace(&workspace, "$DIR");
    // Input:  --> /home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/serde-1.0.228/...
    // Output: --> $CARGO/serde-1.0.228/...
    let lines = own.split_inclusive('\n').map(|line| {
        let registry = line.split_once("/registry/src/");
        let path = registry.and_then(|(before, after)| {
            Some((before.rsplit_once(' ')?.0, after.split_once('/')?.1))
        });
        path.map_or_else(
            || line.to_owned(),
            |(before, path)| format!("{before} $CARGO/{path}"),
        )
    });
    lines.collect()
}

/// The compiler's version, as in `1.95.0`.
fn compiler() -> String {
    let output = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        .arg("--version")
        .output()
        .expect("rustc runs");
    let version = String::from_utf8_lossy(&output.stdout);
    let number = version.split_whitespace().nth(1);
    number.expect("a version follows the name").to_owned()
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this package is a member")
}

fn ui(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui").join(file)
}

fn files(extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(ui("")).expect("the cases are there");
    entries
        .map(|entry| entry.expect("the cases can be listed").path())
        .filter(|path| path.extension().is_some_and(|end| end == extension))
        .collect()
}

fn remove_printed() {
    for path in files("stderr") {
        fs::remove_file(path).expect("a file of ours can go");
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
