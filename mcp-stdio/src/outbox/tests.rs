//! Outboxes whose clients are slow, full or gone.

use std::io::{PipeReader, PipeWriter, Read, pipe};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use super::*;

const LIMITS: Limits = Limits {
    calls: 2,
    bytes: 100,
};

/// Reads lines as a slow client does, and checks that each has come whole and once.
fn assert_whole(mut stream: impl Read, threads: usize, lines: usize) {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let mut said: Vec<_> = text.lines().map(str::to_owned).collect();
    let mut wanted: Vec<_> = (0..threads)
        .flat_map(|thread| (0..lines).map(move |line| wanted(thread, line)))
        .collect();
    said.sort_unstable();
    wanted.sort_unstable();
    assert!(said == wanted, "{} of {} lines", said.len(), wanted.len());
}

fn wanted(thread: usize, line: usize) -> String {
    format!("{thread} {line} {}", "x".repeat(line * 37 % 5000))
}

fn assert_carries_everything(output: Output, stream: impl Read + Send + 'static) {
    const THREADS: usize = 4;
    const LINES: usize = 500;

    let outbox = Outbox::direct(output, LIMITS);
    let reader = thread::spawn(move || assert_whole(stream, THREADS, LINES));
    let writers: Vec<_> = (0..THREADS)
        .map(|thread| {
            let outbox = outbox.clone();
            thread::spawn(move || {
                for line in 0..LINES {
                    outbox.put(&mut (wanted(thread, line) + "\n").into_bytes());
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    outbox.wait_until_answered(Duration::from_secs(30));
    // Its thread goes with it, and with that the stream.
    outbox.end(Ok(()));
    drop(outbox);
    reader.join().unwrap();
}

#[test]
fn a_pipe_carries_everything() {
    let (reader, writer) = pipe().unwrap();
    assert_carries_everything(Output::new(OwnedFd::from(writer)), reader);
}

#[test]
fn a_pipe_of_an_old_kernel_carries_everything() {
    let (reader, writer) = pipe().unwrap();
    assert_carries_everything(Output::polled(OwnedFd::from(writer)), reader);
}

#[test]
fn a_socket_carries_everything() {
    let (reader, writer) = UnixStream::pair().unwrap();
    assert_carries_everything(Output::new(OwnedFd::from(writer)), reader);
}

#[test]
fn a_stream_that_somebody_made_non_blocking_carries_everything() {
    let (reader, writer) = UnixStream::pair().unwrap();
    writer.set_nonblocking(true).unwrap();
    assert_carries_everything(Output::polled(OwnedFd::from(writer)), reader);
}

fn full() -> (PipeReader, Outbox) {
    let (reader, writer): (_, PipeWriter) = pipe().unwrap();
    let outbox = Outbox::direct(Output::new(writer.into()), LIMITS);
    outbox.put(&mut vec![b'x'; MAX_WAITING + (1 << 20)]);
    (reader, outbox)
}

#[test]
fn calls_wait_until_the_client_has_read() {
    let (mut reader, outbox) = full();
    assert_eq!(outbox.turn(), Turn::Wait);
    let waiting = outbox.clone();
    let waiting = thread::spawn(move || waiting.wait_for_room());
    assert!(!waiting.is_finished());
    reader
        .read_exact(&mut vec![0; MAX_WAITING + (1 << 20)])
        .unwrap();
    waiting.join().unwrap();
    assert_eq!(outbox.turn(), Turn::GoOn);
}

#[test]
fn whoever_waits_for_room_hears_of_it_from_a_writer_that_never_waits() {
    let path = std::env::temp_dir().join(format!("mcp-outbox-{}", std::process::id()));
    let file = std::fs::File::create(&path).unwrap();
    let outbox = Outbox::direct(Output::new(OwnedFd::from(file)), LIMITS);
    // Somebody writes, for so long that the queue fills up behind it.
    outbox.lock().writer = Writer::Passer;
    outbox.put(&mut vec![b'x'; MAX_WAITING]);
    outbox.put(&mut vec![b'x'; MAX_TOGETHER]);
    let (told, room) = std::sync::mpsc::channel();
    let waiting = outbox.clone();
    thread::spawn(move || {
        waiting.wait_for_room();
        let _ = told.send(());
    });
    let is_early = room.recv_timeout(Duration::from_millis(100)).is_ok();
    assert!(!is_early);
    outbox.write_now(outbox.0.output.as_ref().unwrap(), &mut Vec::new());
    assert!(room.recv_timeout(Duration::from_secs(20)).is_ok());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_client_that_is_gone_ends_the_service() {
    let (reader, outbox) = full();
    drop(reader);
    outbox.wait_for_room();
    assert_eq!(outbox.turn(), Turn::Stop);
    outbox.put(&mut vec![b'x'; 10]);
    assert!(outbox.is_empty());
}

#[test]
fn places_are_as_many_as_the_limits_say() {
    let outbox = Outbox::queued(LIMITS);
    let first = outbox.admit().unwrap();
    let mut second = outbox.admit().unwrap();
    assert!(outbox.admit().is_none());
    drop(first);
    second.weigh(101);
    assert!(outbox.admit().is_none());
    drop(second);
    assert!(outbox.admit().is_some());
}
