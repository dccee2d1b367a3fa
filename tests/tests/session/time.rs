//! Tools that hold their thread, and tools whose time runs out: what a session tells its owner,
//! who has the threads and the clock.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Context;
use std::time::Duration;

use mcp_core::{Call, Session, tool, tools};

use crate::gate::{Gate, Wakes};
use crate::{SILENCE, answered, call, opened, poll, reply, unpolled, waiting};

const CANCEL: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
const TWO: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"2"}],"isError":false}}"#;
const FAILED: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the tool `panic` failed unexpectedly"}],"isError":true}}"#;

/// Counts the characters of a text it borrows.
#[tool(blocking)]
fn count(text: &str) -> usize {
    text.chars().count()
}

#[tool(blocking)]
fn panic() {
    panic!("on a thread of its own");
}

/// Waits at a gate for no longer than a minute.
#[tool(timeout = "1m")]
async fn hurry(gate: String) -> String {
    crate::gate::wait(gate).await
}

/// Waits at a gate for no longer than 1500 ms.
#[tool(timeout = "1500ms")]
async fn rush(gate: String) -> String {
    crate::gate::wait(gate).await
}

fn session() -> Session {
    opened(tools![count, panic, hurry, rush], "2025-11-25")
}

fn counting(session: &mut Session) -> Call {
    waiting(session, call("count", r#"{"text":"ab"}"#))
}

#[test]
fn a_blocking_tool_runs_where_its_work_is_run() {
    let mut session = session();
    let mut call = counting(&mut session);
    let work = call.work().expect("the function itself");
    assert!(call.work().is_none());

    let wakes = Arc::new(Wakes::default());
    let counting = wakes.clone().into();
    let mut cx = Context::from_waker(&counting);
    assert!(Pin::new(&mut call).poll(&mut cx).is_pending());
    work.run();
    assert_eq!(wakes.count(), 1);
    assert_eq!(poll(&mut call), answered(TWO));
}

#[test]
fn work_that_nobody_takes_is_done_when_the_call_is_polled() {
    let mut session = session();
    let mut call = counting(&mut session);
    assert_eq!(poll(&mut call), answered(TWO));
}

#[test]
fn a_tool_that_does_not_block_has_no_work() {
    let mut session = session();
    let mut call = waiting(&mut session, call("hurry", r#"{"gate":"no work"}"#));
    assert!(call.work().is_none());
}

struct Counter(usize);

#[tool]
impl Counter {
    /// Counts from where it stands.
    #[tool(blocking, timeout = "1m")]
    fn count(&self, text: &str) -> usize {
        self.0 + text.len()
    }
}

#[test]
fn a_method_blocks_as_a_function_does() {
    let mut session = opened(Counter::tools(Counter(0)), "2025-11-25");
    let mut call = counting(&mut session);
    assert_eq!(call.timeout(), Some(Duration::from_secs(60)));
    call.work().expect("the method itself").run();
    assert_eq!(poll(&mut call), answered(TWO));
}

#[test]
fn a_panic_on_another_thread_is_answered() {
    let mut session = session();
    let mut call = waiting(&mut session, call("panic", "{}"));
    call.work().expect("the function itself").run();
    assert_eq!(poll(&mut call), answered(FAILED));
}

#[test]
fn a_call_whose_work_is_dropped_is_answered() {
    let mut session = session();
    let mut call = waiting(&mut session, call("panic", "{}"));
    drop(call.work());
    assert_eq!(poll(&mut call), answered(FAILED));
}

#[test]
fn a_blocking_call_that_is_cancelled_is_not_waited_for() {
    let mut session = session();
    let mut cancelled = counting(&mut session);
    let work = cancelled.work().expect("the function itself");
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(poll(&mut cancelled), SILENCE);
    // Its id is free while it still runs.
    let mut again = counting(&mut session);
    work.run();
    assert_eq!(poll(&mut cancelled), SILENCE);
    assert_eq!(poll(&mut again), answered(TWO));
}

#[test]
fn a_batch_has_the_work_of_all_its_calls() {
    let mut session = opened(tools![count, panic], "2025-03-26");
    let batch = format!(
        "[{},{}]",
        call("count", r#"{"text":"ab"}"#),
        call("panic", "{}").replace(r#""id":1"#, r#""id":2"#)
    );
    let mut call = waiting(&mut session, batch);
    let work: Vec<_> = std::iter::from_fn(|| call.work()).collect();
    assert_eq!(work.len(), 2);
    work.into_iter().for_each(mcp_core::Work::run);
    let failed = FAILED.replace(r#""id":1"#, r#""id":2"#);
    assert_eq!(poll(&mut call), answered(&format!("[{TWO},{failed}]")));
}

/// Whether [`Dropped`] was.
static DROPPED: AtomicBool = AtomicBool::new(false);

struct Dropped;

impl Drop for Dropped {
    fn drop(&mut self) {
        DROPPED.store(true, Ordering::SeqCst);
    }
}

/// Waits for ever.
#[tool(timeout = "30s")]
async fn forever() {
    let _dropped = Dropped;
    std::future::pending::<()>().await;
}

#[test]
fn a_call_whose_time_is_over_is_dropped_and_says_so() {
    let mut session = opened(tools![forever], "2025-11-25");
    let mut call = waiting(&mut session, call("forever", "{}"));
    assert_eq!(call.timeout(), Some(Duration::from_secs(30)));
    call.expire(Duration::from_secs(29));
    assert!(!DROPPED.load(Ordering::SeqCst));
    call.expire(Duration::from_secs(30));
    assert!(DROPPED.load(Ordering::SeqCst));
    assert_eq!(call.timeout(), None);
    assert_eq!(
        poll(&mut call),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the tool `forever` took longer than 30 s and was given up; it may have done a part of its work"}],"isError":true}}"#
        )
    );
    // Its id is free.
    let _again = waiting(&mut session, crate::call("forever", "{}"));
}

#[test]
fn a_call_that_ends_in_time_is_answered_as_ever() {
    let mut session = session();
    let mut call = waiting(&mut session, call("hurry", r#"{"gate":"in time"}"#));
    Gate::named("in time").open();
    assert_eq!(
        poll(&mut call),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"passed"}],"isError":false}}"#
        )
    );
    assert_eq!(call.timeout(), None);
}

#[test]
fn a_call_that_is_cancelled_before_its_time_is_over_says_nothing() {
    let mut session = session();
    let mut call = waiting(&mut session, call("hurry", r#"{"gate":"cancelled"}"#));
    assert_eq!(reply(&mut session, CANCEL), "");
    call.expire(Duration::from_secs(60));
    assert_eq!(poll(&mut call), SILENCE);
}

#[test]
fn a_call_that_has_not_been_polled_can_expire() {
    let mut session = session();
    let mut call = unpolled(&mut session, call("rush", r#"{"gate":"unpolled rush"}"#));
    call.expire(Duration::from_secs(2));
    let answer = format!("{:?}", poll(&mut call));
    assert!(answer.contains("took longer than 1500 ms"), "{answer}");
}

#[test]
fn the_calls_of_a_batch_expire_each_in_its_time() {
    let mut session = opened(tools![hurry, rush], "2025-03-26");
    let batch = format!(
        "[{},{}]",
        call("hurry", r#"{"gate":"batch"}"#),
        call("rush", r#"{"gate":"batch"}"#).replace(r#""id":1"#, r#""id":2"#)
    );
    let mut call = waiting(&mut session, batch);
    assert_eq!(call.timeout(), Some(Duration::from_millis(1500)));
    call.expire(Duration::from_millis(1500));
    assert_eq!(call.timeout(), Some(Duration::from_secs(60)));
    assert!(poll(&mut call).is_pending());
    Gate::named("batch").open();
    assert!(poll(&mut call).is_ready());
}
