//! A warehouse with twelve tools, which shows most of what a tool can be.
//!
//! Run with `cargo run -p examples --bin warehouse`.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mcp_core::{
    Args, CallToolResult, Content, Json, ResourceLink, Result, Role, RuntimeTool, State, ToolError,
    bail, data, ensure, json, server, tool, tools,
};

/// An article on a shelf.
#[data]
#[derive(Clone)]
struct Article {
    /// Its number, as on the label.
    sku: String,
    name: String,
    count: u32,
}

/// Where a delivery goes.
#[data]
enum Destination {
    /// To the shop in town.
    Shop,
    Customer {
        name: String,
        street: String,
    },
}

/// Which part of a list is wanted.
#[data]
struct Page {
    /// How many articles to pass over.
    #[serde(default)]
    offset: usize,
    /// How many to show.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<usize>,
}

#[derive(Default)]
struct Shelves(Mutex<BTreeMap<String, Article>>);

impl Shelves {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Article>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, sku: &str) -> Result<Article> {
        let found = self.lock().get(sku).cloned();
        found.ok_or_else(|| {
            ToolError::new(format!("there is no article `{sku}`")).hint("list the articles first")
        })
    }
}

#[tool(prefix = "shelf_")]
impl Shelves {
    /// Puts an article on its shelf, more of it if it is there already.
    #[tool(idempotent = false)]
    fn put(
        &self,
        /// The article's number.
        #[arg(len = 3..=12, example = "A-100")]
        sku: &str,
        name: String,
        #[arg(default = 1, range = 1..=1000)] count: u32,
    ) -> Article {
        let mut shelves = self.lock();
        let article = shelves.entry(sku.to_owned()).or_insert(Article {
            sku: sku.to_owned(),
            name,
            count: 0,
        });
        article.count += count;
        article.clone()
    }

    /// Takes articles off their shelf.
    #[tool(destructive)]
    fn take(&self, sku: &str, #[arg(default = 1, range = 1..)] count: u32) -> Result<u32> {
        let Article { count: there, .. } = self.find(sku)?;
        ensure!(count <= there, "only {there} of `{sku}` are there");
        let mut shelves = self.lock();
        let article = shelves.get_mut(sku).ok_or("it has just been taken")?;
        article.count -= count;
        Ok(article.count)
    }

    /// Lists the articles, in the order of their numbers.
    #[tool(read_only)]
    fn list(&self, Args(page): Args<Page>) -> Vec<Article> {
        let shelves = self.lock();
        let articles = shelves.values().skip(page.offset);
        articles.take(page.limit.unwrap_or(50)).cloned().collect()
    }

    /// Tells how many of an article there are.
    #[tool(read_only)]
    async fn count(&self, sku: &str) -> Result<Json<u32>> {
        self.find(sku).map(|article| Json(article.count))
    }

    /// Shows the label of an article, for people and for scanners.
    #[tool(read_only)]
    fn label(&self, sku: &str) -> Result<(Content, Content)> {
        let Article { sku, name, .. } = self.find(sku)?;
        let text = Content::text(format!("{sku}: {name}")).audience([Role::User]);
        let code = ResourceLink::new(format!("label://{sku}"), format!("{sku}.svg"));
        Ok((text, code.mime_type("image/svg+xml").into()))
    }
}

/// Names the shift that works at an hour.
#[tool(title = "Shift", read_only, open_world = false)]
fn shift(
    /// The hour, from 0 to 23.
    #[arg(range = 0..24)]
    hour: u8,
) -> &'static str {
    match hour {
        6..14 => "early",
        14..22 => "late",
        _ => "night",
    }
}

/// Estimates what a delivery costs, in cents.
#[tool(read_only)]
fn postage(to: Destination, #[arg(multiple_of = 100)] grams: u32, express: Option<bool>) -> u32 {
    let base = match to {
        Destination::Shop => 0,
        Destination::Customer { .. } => 490,
    };
    base + grams / 10 + if express.unwrap_or_default() { 500 } else { 0 }
}

/// Takes stock of everything, which takes its time.
///
/// # Examples
///
/// ```json
/// {"passes": 2}
/// ```
#[tool(blocking, timeout = "30s")]
fn take_stock(shelves: State<Shelves>, passes: u8) -> u32 {
    (0..passes)
        .map(|_| shelves.lock().values().map(|article| article.count).sum())
        .max()
        .unwrap_or(0)
}

/// Sums up the stock by the first letter of the number.
#[tool(read_only)]
fn by_letter(shelves: State<Shelves>) -> BTreeMap<char, u32> {
    let mut sums = BTreeMap::new();
    for article in shelves.lock().values() {
        *sums
            .entry(article.sku.chars().next().unwrap_or('?'))
            .or_default() += article.count;
    }
    sums
}

/// Closes the gate, unless it is needed.
#[tool]
fn close_gate(
    #[arg(header = "Gate")] gate: u8,
    #[arg(default)] lorries: Vec<String>,
) -> Result<(), String> {
    match lorries.first() {
        Some(lorry) => Err(format!("`{lorry}` still has to go through gate {gate}")),
        None => Ok(()),
    }
}

/// Reports an incident, to the model and, in more detail, to its client.
#[tool]
fn report(what: String, urgent: Option<bool>) -> Result<CallToolResult> {
    if what.trim().is_empty() {
        bail!("an incident needs a word or two");
    }
    Ok(CallToolResult::new()
        .content("it is in the book")
        .structured(json!({"what": what, "urgent": urgent.unwrap_or_default()}))
        .meta("example.com/book", 7))
}

fn main() -> io::Result<()> {
    let shelves = std::sync::Arc::new(Shelves::default());
    let door = RuntimeTool::new(
        "door_open",
        "Opens a door that another system knows.",
        json!({"type": "object", "properties": {"door": {"type": "string"}}}),
        async |arguments: Box<serde_json::value::RawValue>| format!("asked with {arguments}"),
    );
    mcp_stdio::run(
        server!()
            .name("warehouse")
            .shared_state(shelves.clone())
            .tools(Shelves::tools(shelves))
            .tools(tools![shift, postage, take_stock, by_letter, close_gate, report].and(door)),
    )
}
