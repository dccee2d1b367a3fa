//! Lines: how they end, how they arrive, how long they are.

use crate::client::Client;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

fn ping(id: u8) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)
}

fn pong(id: u8) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
}

#[test]
fn carriage_returns_and_blank_lines_mean_nothing() {
    let mut client = Client::open();
    client.send_raw(format!("\n\r\n \t\n{PING}\r\n\n\n"));
    assert_eq!(client.line(), PONG);
    assert_eq!(client.ask(ping(2)), pong(2));
}

#[test]
fn a_byte_order_mark_before_the_first_message_means_nothing() {
    let mut client = Client::start();
    assert_eq!(client.ask(format!("\u{feff}{PING}")), PONG);
    assert_eq!(client.ask(ping(2)), pong(2));
}

#[test]
fn messages_that_arrive_together_are_answered_one_by_one() {
    let mut client = Client::open();
    client.send_raw(format!("{}\n{}\n{}\n", ping(1), ping(2), ping(3)));
    for id in 1..=3 {
        assert_eq!(client.line(), pong(id));
    }
}

#[test]
fn a_message_that_arrives_in_pieces_is_put_together() {
    let mut client = Client::open();
    let (first, rest) = PING.split_at(17);
    // Once the ping is answered, the piece behind it has been read too.
    client.send_raw(format!("{}\n{first}", ping(2)));
    assert_eq!(client.line(), pong(2));
    client.send_raw(format!("{rest}\n{}\n{first}", ping(3)));
    assert_eq!(client.line(), PONG);
    assert_eq!(client.line(), pong(3));
    client.send_raw(format!("{rest}\n"));
    assert_eq!(client.line(), PONG);
}

#[test]
fn a_character_that_arrives_in_pieces_is_whole() {
    let mut client = Client::open();
    let echo = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"😀"}}}"#;
    let middle = echo.find('😀').expect("it smiles") + 2;
    let (first, rest) = echo.as_bytes().split_at(middle);
    client.send_raw([ping(2).as_bytes(), b"\n", first].concat());
    assert_eq!(client.line(), pong(2));
    client.send_raw([rest, b"\n"].concat());
    assert_eq!(
        client.line(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"😀"}],"isError":false}}"#
    );
}

#[test]
fn line_ends_in_a_text_do_not_end_the_line() {
    let mut client = Client::open();
    let text = "a\\nb\\r\\nc\u{2028}d\u{2029}e\u{85}f";
    let echo = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{text}"}}}}}}"#
    );
    assert_eq!(
        client.ask(echo),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}}}"#
        )
    );
}

#[test]
fn a_line_that_is_no_message_is_answered_and_the_next_one_works() {
    let mut client = Client::open();
    for (line, code) in [
        (&b"this is not json"[..], -32700),
        (b"\xff\xfe", -32700),
        (b"{", -32700),
        (b"5", -32600),
        (b"[]", -32600),
    ] {
        let answer = client.ask(line);
        let start = format!(r#"{{"jsonrpc":"2.0","error":{{"code":{code},"#);
        assert!(answer.starts_with(&start), "{answer}");
        assert_eq!(client.ask(PING), PONG);
    }
}

#[track_caller]
fn assert_echoed(bytes: usize) {
    let text = "x".repeat(bytes);
    let mut client = Client::open();
    let answer = client.ask(format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{text}"}}}}}}"#
    ));
    // Compared without printing megabytes.
    assert!(
        answer
            == format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}}}"#
            ),
        "{} bytes came back",
        answer.len()
    );
    assert_eq!(client.ask(PING), PONG);
}

#[test]
fn an_argument_of_one_megabyte_is_echoed() {
    assert_echoed(1 << 20);
}

#[test]
fn an_argument_of_fifteen_megabytes_is_echoed() {
    assert_echoed(15 << 20);
}

#[test]
fn a_line_that_is_too_long_is_answered_with_its_id_and_the_next_one_works() {
    let mut client = Client::open();
    let text = "x".repeat(17 << 20);
    assert_eq!(
        client.ask(format!(
            r#"{{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{text}"}}}}}}"#
        )),
        r#"{"jsonrpc":"2.0","id":"long","error":{"code":-32600,"message":"the message is longer than 16777216 bytes"}}"#
    );
    assert_eq!(client.ask(PING), PONG);
}
