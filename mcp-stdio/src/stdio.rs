//! Serving the process's own standard streams.
//!
//! One thread blocks in `read`, and runs quick tools right there; another blocks in `write`.
//! Neither touches a descriptor's flags, so pipes, sockets, files and terminals all work, and
//! neither keeps the process alive: they end with it.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use mcp_core::Server;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{
    UnboundedReceiver, UnboundedSender, WeakUnboundedSender, unbounded_channel,
};

use crate::Options;
use crate::connection::Connection;
use crate::streams::Streams;

/// How the service ended. The first report counts.
type Ended = UnboundedSender<io::Result<()>>;

/// Serves until the client closes its end or stops reading.
pub(crate) async fn serve(server: Server, options: Options) -> io::Result<()> {
    let Streams { input, output } = Streams::claim()?;
    let (outbox, answers) = unbounded_channel();
    let (ended, mut end) = unbounded_channel();
    let (written, all_written) = channel();

    let _stop = Stop(outbox.downgrade());
    let connection = Connection::new(server, options.max_frame_bytes, Handle::current(), outbox);
    let write_ended = ended.clone();
    start("mcp-stdio write", move || {
        let result = write(output, answers);
        if result.is_err() {
            let _ = write_ended.send(result);
        }
        drop(written);
    })?;
    let runtime = Handle::current();
    start("mcp-stdio read", move || {
        // As if on a worker: what a tool may do must not depend on where its call is polled.
        runtime.block_on(async { read(input, connection, options.grace, &all_written, &ended) });
    })?;

    let result = end.recv().await;
    match result.unwrap_or_else(|| Err(io::Error::other("the server's reader panicked"))) {
        Err(error) if is_gone(&error) => Ok(()),
        result => result,
    }
}

/// Ends the service with its future, whether that has ended or was dropped: the writer goes, and
/// with it all calls; the reader follows at the next input.
struct Stop(WeakUnboundedSender<Vec<u8>>);

impl Drop for Stop {
    fn drop(&mut self) {
        if let Some(outbox) = self.0.upgrade() {
            let _ = outbox.send(Vec::new());
        }
    }
}

fn start(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(run)
        .map(drop)
}

/// Whether the client has closed its end, which is how clients leave.
fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset
    )
}

/// Reads until the end of input, then gives running calls a while to finish.
fn read(
    mut input: File,
    mut connection: Connection,
    grace: Duration,
    all_written: &Receiver<()>,
    ended: &Ended,
) {
    let result = loop {
        match input.read(connection.space()) {
            Ok(0) => break Ok(()),
            Ok(_) if connection.is_closed() => break Ok(()),
            Ok(count) => connection.received(count),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => break Err(error),
        }
    };
    connection.ended();
    // The writer ends once neither this connection nor any of its calls can send an answer.
    drop(connection);
    let (Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)) =
        all_written.recv_timeout(grace);
    let _ = ended.send(result);
}

/// Writes answers as they come; those that wait together leave in one write.
fn write(mut output: File, mut answers: UnboundedReceiver<Vec<u8>>) -> io::Result<()> {
    while let Some(mut lines) = answers.blocking_recv().filter(|lines| !lines.is_empty()) {
        let mut is_last = false;
        while let Ok(more) = answers.try_recv() {
            is_last |= more.is_empty();
            lines.extend_from_slice(&more);
        }
        output.write_all(&lines)?;
        if is_last {
            break;
        }
    }
    Ok(())
}
