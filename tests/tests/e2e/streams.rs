//! Serving streams in memory, as a socket's are.

use std::io::{self, ErrorKind};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use mcp_core::{ServerBuilder, server, tool, tools};
use mcp_stdio::Options;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex, split};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

const ADD: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
const SUM: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#;

const PING: &str = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":2,"result":{}}"#;

/// Adds two integers.
#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Sleeps.
#[tool]
async fn sleep_s(s: u64) -> String {
    sleep(Duration::from_secs(s)).await;
    format!("slept {s}")
}

/// Holds its thread, for longer than a tool should or until its test lets it go.
#[tool]
fn hold(until_released: bool) {
    match until_released {
        true => drop(RELEASE.wait()),
        false => thread::sleep(Duration::from_millis(2)),
    }
}

static RELEASE: Barrier = Barrier::new(2);

/// Sleeps, and tells when it is gone.
#[tool]
async fn sleep_watched(s: u64) {
    let _watched = Watched;
    sleep(Duration::from_secs(s)).await;
}

static GONE: Notify = Notify::const_new();

struct Watched;

impl Drop for Watched {
    fn drop(&mut self) {
        GONE.notify_one();
    }
}

fn server() -> ServerBuilder {
    server!()
        .name("test")
        .version("1.0.0")
        .tools(tools![add, sleep_s])
}

/// A client's end of a service, through pipes that hold so many bytes.
fn serve(options: Options, bytes: usize) -> (DuplexStream, JoinHandle<io::Result<()>>) {
    let (client, served) = duplex(bytes);
    let (reader, writer) = split(served);
    let service = tokio::spawn(options.serve_on(server(), reader, writer));
    (client, service)
}

/// The next line of an answer.
async fn line(client: &mut DuplexStream) -> String {
    let mut line = Vec::new();
    loop {
        match client.read_u8().await.expect("an answer") {
            b'\n' => return String::from_utf8(line).expect("answers are UTF-8"),
            byte => line.push(byte),
        }
    }
}

async fn ask(client: &mut DuplexStream, question: &str) -> String {
    client
        .write_all(question.as_bytes())
        .await
        .expect("the service reads");
    client.write_all(b"\n").await.expect("the service reads");
    line(client).await
}

/// All that is said until the service closes its end.
async fn rest(mut client: DuplexStream) -> String {
    let mut rest = String::new();
    client
        .read_to_string(&mut rest)
        .await
        .expect("answers are UTF-8");
    rest
}

#[tokio::test]
async fn a_whole_session() {
    let (mut client, service) = serve(Options::new(), 4096);
    assert_eq!(
        ask(&mut client, r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#).await,
        r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"test","version":"1.0.0"}}}"#
    );
    client
        .write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")
        .await
        .unwrap();
    assert_eq!(
        ask(
            &mut client,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        )
        .await,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"add","description":"Adds two integers.","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}},{"name":"sleep_s","description":"Sleeps.","inputSchema":{"type":"object","properties":{"s":{"type":"integer","minimum":0}},"required":["s"]}}]}}"#
    );
    assert_eq!(ask(&mut client, ADD).await, SUM);
    assert_eq!(ask(&mut client, PING).await, PONG);
    assert_eq!(
        ask(&mut client, "not json").await,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"malformed JSON: expected ident at line 1 column 2"}}"#
    );
    client.shutdown().await.unwrap();
    assert_eq!(rest(client).await, "");
    assert!(service.await.unwrap().is_ok());
}

#[tokio::test]
async fn narrow_streams_carry_everything() {
    let (mut client, service) = serve(Options::new(), 1);
    let text = "x".repeat(1000);
    let refused = ask(
        &mut client,
        &format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{text}"}}"#),
    )
    .await;
    assert!(refused.contains("-32601"), "{refused}");
    assert_eq!(ask(&mut client, PING).await, PONG);
    client.shutdown().await.unwrap();
    assert!(service.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_slow_call_delays_nothing() {
    let (mut client, _service) = serve(Options::new(), 4096);
    client.write_all(sleeps(60).as_bytes()).await.unwrap();
    assert_eq!(ask(&mut client, PING).await, PONG);
    assert_eq!(
        line(&mut client).await,
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"slept 60"}],"isError":false,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tool_that_has_held_its_thread_twice_delays_nothing_any_more() {
    const PATIENCE: Duration = Duration::from_secs(30);

    let (mut client, far) = duplex(4096);
    let (reader, writer) = split(far);
    let served = server!().tools(tools![hold]);
    tokio::spawn(mcp_stdio::serve_on(served, reader, writer));
    let call = |until_released: bool| {
        sleeps(0)
            .replace("sleep_s", "hold")
            .replace(r#""s":0"#, &format!(r#""until_released":{until_released}"#))
    };
    for _ in 0..2 {
        ask(&mut client, call(false).trim_end()).await;
    }
    client.write_all(call(true).as_bytes()).await.unwrap();
    let answer = timeout(PATIENCE, ask(&mut client, PING)).await;
    RELEASE.wait();
    assert_eq!(answer.unwrap(), PONG);
}

/// A call that takes so many seconds.
fn sleeps(s: u64) -> String {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"sleep_s","arguments":{"s":SECONDS}}}"#;
    format!("{}\n", call.replace("SECONDS", &s.to_string()))
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_done_within_the_grace_is_answered_after_the_end_of_input() {
    let options = Options::new().grace(Duration::from_secs(5));
    let (mut client, service) = serve(options, 4096);
    client.write_all(sleeps(4).as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    let rest = rest(client).await;
    assert!(rest.contains(r#""text":"slept 4""#), "{rest}");
    assert!(service.await.unwrap().is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_not_done_within_the_grace_is_stopped() {
    let start = Instant::now();
    let (mut client, service) = serve(Options::new(), 4096);
    client.write_all(sleeps(30).as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    assert_eq!(rest(client).await, "");
    assert!(service.await.unwrap().is_ok());
    assert_eq!(start.elapsed().as_secs(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_is_stopped_is_gone() {
    let start = Instant::now();
    let served = server!().tools(tools![sleep_watched]);
    let (mut client, far) = duplex(4096);
    let (reader, writer) = split(far);
    let service = tokio::spawn(mcp_stdio::serve_on(served, reader, writer));
    let call = sleeps(30).replace("sleep_s", "sleep_watched");
    client.write_all(call.as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    assert!(service.await.unwrap().is_ok());
    GONE.notified().await;
    assert_eq!(start.elapsed().as_secs(), 1);
}

#[tokio::test]
async fn a_last_line_without_a_line_end_is_served() {
    let (mut client, service) = serve(Options::new(), 4096);
    client.write_all(PING.as_bytes()).await.unwrap();
    client.shutdown().await.unwrap();
    assert_eq!(rest(client).await, format!("{PONG}\n"));
    assert!(service.await.unwrap().is_ok());
}

#[tokio::test]
async fn a_client_that_is_gone_is_the_writers_error() {
    let (mut client, service) = serve(Options::new(), 4096);
    client
        .write_all(format!("{PING}\n").as_bytes())
        .await
        .unwrap();
    drop(client);
    assert_eq!(
        service.await.unwrap().unwrap_err().kind(),
        ErrorKind::BrokenPipe
    );
}

#[tokio::test]
async fn a_line_over_the_limit_is_refused_and_one_of_just_the_limit_is_not() {
    let (mut client, _service) = serve(Options::new().max_frame_bytes(PING.len()), 4096);
    assert_eq!(ask(&mut client, PING).await, PONG);
    assert_eq!(
        ask(&mut client, &format!("{PING} ")).await,
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"the message is longer than 40 bytes"}}"#
    );
    assert_eq!(ask(&mut client, PING).await, PONG);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_not_read_and_loses_nothing() {
    const CALLS: usize = 100;

    let (client, _service) = serve(Options::new(), 64 * 1024);
    let (mut reader, mut writer) = split(client);
    // An answer repeats the id, and all of them are more than may wait.
    let text = "x".repeat(100_000);
    let ping = |id| format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{id} {text}\",\"method\":\"ping\"}}\n");
    let pings = (0..CALLS).map(ping).collect::<Vec<_>>().concat();
    let mut writing = tokio::spawn(async move { writer.write_all(pings.as_bytes()).await });
    let written = timeout(Duration::from_secs(60), &mut writing).await;
    assert!(written.is_err(), "everything was read");
    for id in 0..CALLS {
        let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{id} ");
        let mut line = Vec::new();
        loop {
            match reader.read_u8().await.unwrap() {
                b'\n' => break,
                byte => line.push(byte),
            }
        }
        assert!(line.starts_with(start.as_bytes()), "{id}");
    }
    writing.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_call_too_many_is_refused_and_what_is_cancelled_makes_room() {
    let (mut client, _service) = serve(Options::new().max_calls(2), 4096);
    let with_id = |line: String, id: u8| line.replace(r#""id":1"#, &format!(r#""id":{id}"#));
    for id in [11, 12] {
        let call = with_id(sleeps(600), id);
        client.write_all(call.as_bytes()).await.unwrap();
    }
    let refused = ask(&mut client, with_id(sleeps(600), 13).trim_end()).await;
    assert_eq!(
        refused,
        r#"{"jsonrpc":"2.0","id":13,"error":{"code":-32603,"message":"the server has too many calls under way; call again when some have been answered"}}"#
    );
    assert_eq!(ask(&mut client, PING).await, PONG);
    client
        .write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":11}}\n")
        .await
        .unwrap();
    sleep(Duration::from_secs(1)).await;
    let answer = ask(&mut client, with_id(sleeps(1), 14).trim_end()).await;
    assert!(answer.contains("slept 1"), "{answer}");
}

#[tokio::test]
async fn a_server_that_does_not_hold_together_is_refused_before_it_is_spoken_to() {
    let (mut client, served) = duplex(4096);
    let (reader, writer) = split(served);
    let twice = server().tools(tools![add]);
    let error = mcp_stdio::serve_on(twice, reader, writer)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    assert!(
        error.to_string().contains("are both called `add`"),
        "{error}"
    );
    assert_eq!(client.read(&mut [0]).await.unwrap(), 0);
}
