#![doc = include_str!("../README.md")]

mod connection;
mod frame;
mod help;
mod outbox;
mod pace;
#[cfg(all(unix, feature = "signals"))]
mod signals;
mod stdio;
mod stream;
mod streams;

use std::future::poll_fn;
use std::io::{self, ErrorKind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use mcp_core::{Server, SetupError};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::Builder;

use crate::outbox::Limits;

/// Serves on standard input and output until the client closes its end.
///
/// This is the whole of a server's `main`: it starts a runtime, on which async tools can use
/// everything of tokio's. Inside an async `main` of your own, use [`serve`].
///
/// ```no_run
/// use mcp_core::{server, tool, tools};
///
/// /// Adds two integers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// fn main() -> std::io::Result<()> {
///     mcp_stdio::run(server!().tools(tools![add]))
/// }
/// ```
///
/// # Errors
/// `InvalidInput` when the server's set-up does not hold, before a client is spoken to. Else what
/// broke the streams; a client that has gone is no error.
pub fn run<S>(server: S) -> io::Result<()>
where
    S: TryInto<Server>,
    S::Error: Into<SetupError>,
{
    Options::new().run(server)
}

/// Serves on standard input and output from inside a tokio runtime. Its timers must be enabled if
/// a tool has a `timeout`.
///
/// ```no_run
/// use mcp_core::server;
///
/// # async fn example() -> std::io::Result<()> {
/// mcp_stdio::serve(server!()).await
/// # }
/// ```
///
/// # Errors
/// As for [`run`].
pub async fn serve<S>(server: S) -> io::Result<()>
where
    S: TryInto<Server>,
    S::Error: Into<SetupError>,
{
    Options::new().serve(server).await
}

/// Serves on any two byte streams from inside a tokio runtime whose timers are enabled.
///
/// ```no_run
/// use mcp_core::server;
///
/// # async fn example(reader: impl tokio::io::AsyncRead + Unpin, writer: impl tokio::io::AsyncWrite + Unpin) -> std::io::Result<()> {
/// mcp_stdio::serve_on(server!(), reader, writer).await
/// # }
/// ```
///
/// # Errors
/// `InvalidInput` when the server's set-up does not hold, else the first error of either stream.
pub async fn serve_on<S, R, W>(server: S, reader: R, writer: W) -> io::Result<()>
where
    S: TryInto<Server>,
    S::Error: Into<SetupError>,
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    Options::new().serve_on(server, reader, writer).await
}

/// How to serve, where the defaults do not fit.
///
/// ```no_run
/// use mcp_core::server;
///
/// fn main() -> std::io::Result<()> {
///     mcp_stdio::Options::new().max_frame_bytes(64 << 20).run(server!())
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Options {
    max_frame_bytes: usize,
    max_calls: usize,
    grace: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_frame_bytes: 16 << 20,
            max_calls: 10_000,
            grace: Duration::from_secs(1),
        }
    }
}

impl Options {
    /// The defaults: messages of at most 16 MiB, 10 000 calls at once, one second of grace.
    pub fn new() -> Self {
        Self::default()
    }

    /// The longest message taken, in bytes. A longer one is answered with an error.
    pub fn max_frame_bytes(mut self, bytes: usize) -> Self {
        self.max_frame_bytes = bytes;
        self
    }

    /// How many calls may wait for something at once. One more is answered with an error that says
    /// so; a message that cancels a call, or any other, is always taken. The messages of calls under
    /// way may hold eight times [`max_frame_bytes`](Self::max_frame_bytes) in all.
    pub fn max_calls(mut self, calls: usize) -> Self {
        self.max_calls = calls;
        self
    }

    /// How long calls may go on after the end of input. What is not answered by then is stopped.
    /// Clients kill a server some two seconds after they close its input.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    fn limits(&self) -> Limits {
        Limits {
            calls: self.max_calls,
            bytes: self.max_frame_bytes.saturating_mul(8),
        }
    }

    /// [`run`] with these options.
    ///
    /// # Errors
    /// As for [`run`].
    pub fn run<S>(self, server: S) -> io::Result<()>
    where
        S: TryInto<Server>,
        S::Error: Into<SetupError>,
    {
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        #[cfg(all(unix, feature = "signals"))]
        let mut signal = pin!(signals::first()?);
        #[cfg(not(all(unix, feature = "signals")))]
        let mut signal = pin!(std::future::pending());
        let result = runtime.block_on(async {
            let mut service = pin!(self.serve(server));
            poll_fn(|cx| match signal.as_mut().poll(cx) {
                Poll::Ready(()) => Poll::Ready(Ok(())),
                Poll::Pending => service.as_mut().poll(cx),
            })
            .await
        });
        // A tool that never yields must not hold the process when its client has gone.
        runtime.shutdown_background();
        result
    }

    /// [`serve`] with these options.
    ///
    /// # Errors
    /// As for [`run`].
    pub async fn serve<S>(self, server: S) -> io::Result<()>
    where
        S: TryInto<Server>,
        S::Error: Into<SetupError>,
    {
        stdio::serve(checked(server)?, self).await
    }

    /// [`serve_on`] with these options.
    ///
    /// # Errors
    /// As for [`serve_on`].
    pub async fn serve_on<S, R, W>(self, server: S, reader: R, writer: W) -> io::Result<()>
    where
        S: TryInto<Server>,
        S::Error: Into<SetupError>,
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        stream::serve(checked(server)?, self, reader, writer).await
    }
}

fn checked<S>(server: S) -> io::Result<Server>
where
    S: TryInto<Server>,
    S::Error: Into<SetupError>,
{
    let server = server
        .try_into()
        .map_err(|error| io::Error::new(ErrorKind::InvalidInput, error.into()))?;
    let offered = server.tool_names().chain(server.resource_uris());
    if offered.chain(server.prompt_names()).next().is_none() {
        eprintln!(
            "{} offers nothing: list tools with `.tools(tools![...])`",
            server.name()
        );
    }
    if server.has_timeouts() {
        // On a runtime without timers this panics: before a client is spoken to, not in a call.
        drop(tokio::time::sleep(Duration::ZERO));
    }
    Ok(server)
}
