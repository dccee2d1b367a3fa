//! A mail room behind layers of tower: what takes too long is given up, what is too much is refused,
//! mails leave at a rate, and only those who have the key may shred. What happens is logged on
//! stderr, and what happens in a client's call is told to that client too.
//!
//! Run with `cargo run -p examples --bin guarded`. The key is `MAIL_ROOM_KEY`; who has none may do
//! everything but shred.

use std::collections::BTreeMap;
use std::env;
use std::io::stderr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mcp_core::{
    CallToolRequest, ClientLog, Result, State, ToolError, TraceLayer, server, tool, tools,
};
use tower::filter::FilterLayer;
use tower::limit::{ConcurrencyLimitLayer, RateLimitLayer};
use tower::load_shed::LoadShedLayer;
use tower::timeout::TimeoutLayer;
use tower::{BoxError, ServiceBuilder};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// The mails, by number.
#[derive(Default)]
struct Room(Mutex<BTreeMap<usize, String>>);

impl Room {
    fn mails(&self) -> MutexGuard<'_, BTreeMap<usize, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Finds mails with a word in them.
#[tool(read_only)]
fn find_mails(room: State<Room>, word: &str) -> Vec<String> {
    let mails = room.mails();
    let found = mails.values().filter(|mail| mail.contains(word));
    found.cloned().collect()
}

/// Sends a mail and says which number it has.
#[tool(destructive = false)]
async fn send_mail(room: State<Room>, to: String, text: String) -> usize {
    // Handing it to the post takes a while.
    tokio::time::sleep(Duration::from_millis(20)).await;
    let mut mails = room.mails();
    let number = mails.len() + 1;
    mails.insert(number, format!("to {to}: {text}"));
    tracing::info!(number, "a mail is on its way");
    number
}

/// Waits for the postman, who comes once a day.
#[tool(read_only)]
async fn await_postman() -> &'static str {
    tokio::time::sleep(Duration::from_secs(24 * 60 * 60)).await;
    "There he is!"
}

/// Shreds a mail.
#[tool]
fn shred_mail(room: State<Room>, number: usize) -> Result<String> {
    let mail = room.mails().remove(&number);
    mail.ok_or_else(|| ToolError::new(format!("there is no mail {number}")))
}

/// Lets a call through that has the key under `_meta`, as the host puts it there; the model does
/// not see it.
fn has_key(request: CallToolRequest) -> Result<CallToolRequest, BoxError> {
    let key = env::var("MAIL_ROOM_KEY").ok();
    let shown = request.context().meta().get("example.com/key");
    match key.is_some() && shown.and_then(|shown| shown.as_str()) == key.as_deref() {
        true => Ok(request),
        false => Err("whoever calls it has to show the key of the mail room".into()),
    }
}

fn main() -> std::io::Result<()> {
    let on_stderr = fmt::layer().with_writer(stderr);
    tracing_subscriber::registry()
        .with(on_stderr.with_filter(LevelFilter::INFO))
        .with(ClientLog::of(module_path!()))
        .init();
    let mails_a_second = RateLimitLayer::new(5, Duration::from_secs(1));
    // The first is the outermost, and sees what the others refuse. Those who wait for the post's rate are among the eight.
    let of_all = ServiceBuilder::new()
        .layer(TraceLayer)
        .layer(TimeoutLayer::new(Duration::from_secs(5)))
        .layer(LoadShedLayer::new())
        .layer(ConcurrencyLimitLayer::new(8));
    let server = server!()
        .state(Room::default())
        .tools(tools![find_mails, await_postman])
        .tools(tools![send_mail].layer(mails_a_second))
        .tools(tools![shred_mail].layer(FilterLayer::new(has_key)))
        .layer(of_all);
    mcp_stdio::run(server)
}
