//! Serving the process's own standard streams.
//!
//! One thread blocks in `read`, runs quick tools right there and writes their answers. It does not
//! keep the process alive: it ends with it.

use std::io::{self, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use mcp_core::{Farewell, Server};
use tokio::runtime::Handle;

use crate::Options;
use crate::connection::Connection;
use crate::help;
use crate::outbox::{Outbox, Turn};
use crate::streams::{Input, Streams};

/// How long the end may wait for the client to read what is finished.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// Serves until the client closes its end or stops reading.
pub(crate) async fn serve(server: Server, options: Options) -> io::Result<()> {
    help::show(&server);
    let Streams { input, output } = Streams::claim()?;
    let outbox = Outbox::direct(output, options.limits());
    let connection = Connection::new(
        server,
        options.max_frame_bytes,
        Handle::current(),
        outbox.clone(),
    );
    let _stop = Stop(outbox.clone(), connection.farewell());
    let reading = Reading {
        connection,
        input,
        outbox: outbox.clone(),
        grace: options.grace,
    };
    let runtime = Handle::current();
    let reader = thread::Builder::new().name("mcp-stdio read".to_owned());
    reader.spawn(move || reading.run_on(&runtime))?;
    match outbox.ended().await {
        // How clients leave.
        Err(error) if is_gone(&error) => Ok(()),
        result => result,
    }
}

/// Ends the service with its future, whether that has ended or was dropped. What is finished still
/// goes to a client that reads.
struct Stop(Outbox, Farewell);

impl Drop for Stop {
    fn drop(&mut self) {
        self.1.say();
        self.0.end(Ok(()));
        self.0.wait_until_answered(LAST_WORDS);
    }
}

/// Whether the client has closed its end.
fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset
    )
}

/// What the reading thread owns.
struct Reading {
    input: Input,
    connection: Connection,
    outbox: Outbox,
    grace: Duration,
}

impl Reading {
    fn run_on(self, runtime: &Handle) {
        let outbox = self.outbox.clone();
        // As if on a worker: what a tool may do must not depend on where its call is polled.
        let run = || runtime.block_on(async { self.run() });
        let panicked = |_| Err(io::Error::other("the server's reader panicked"));
        outbox.end(catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(panicked));
    }

    /// Serves until the end of input, then gives running calls a while to finish.
    fn run(mut self) -> io::Result<()> {
        loop {
            let read = self.input.read(self.connection.space());
            match read {
                Ok(count @ 1..) => self.connection.received(count),
                Ok(0) | Err(_) => self.connection.ended(),
            }
            while self.connection.serve() == Turn::Wait {
                self.outbox.wait_for_room();
            }
            match read {
                Ok(1..) if self.outbox.turn() == Turn::Stop => return Ok(()),
                Ok(1..) => {}
                Ok(0) | Err(_) => {
                    drop(self.connection);
                    self.outbox.wait_until_answered(self.grace);
                    return read.map(drop);
                }
            }
        }
    }
}
