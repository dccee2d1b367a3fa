//! Serving any pair of byte streams, as a Unix socket, a TCP connection or a test gives them.
//!
//! Source: MCP 2026-07-28, "Transports / Custom Transports": other byte streams use this framing.

use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::task::Poll;

use mcp_core::Server;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::Options;
use crate::connection::Connection;
use crate::outbox::{Outbox, Turn};

/// Serves until the reader ends or the writer fails.
pub(crate) async fn serve<R, W>(
    server: Server,
    options: Options,
    reader: R,
    writer: W,
) -> io::Result<()>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let outbox = Outbox::queued(options.limits());
    let connection = Connection::new(
        server,
        options.max_frame_bytes,
        Handle::current(),
        outbox.clone(),
    );
    let _stop = Stop(&outbox);
    let mut reading = Box::pin(read(reader, connection, &outbox));
    let mut writing = Box::pin(write(writer, &outbox));

    // Both at once. Writing ends by itself only when the writer fails.
    let first = poll_fn(|cx| {
        if let Poll::Ready(result) = writing.as_mut().poll(cx) {
            return Poll::Ready(Ended::Writing(result));
        }
        reading.as_mut().poll(cx).map(Ended::Reading)
    });
    match first.await {
        Ended::Writing(result) => result,
        Ended::Reading(result) => {
            drop(reading);
            let mut answered = pin!(outbox.answered());
            let written = poll_fn(|cx| match writing.as_mut().poll(cx) {
                Poll::Pending => answered.as_mut().poll(cx).map(Ok),
                failed @ Poll::Ready(_) => failed,
            });
            let written = timeout(options.grace, written).await.unwrap_or(Ok(()));
            result.and(written)
        }
    }
}

/// Ends the service with its future, whether that has ended or was dropped.
struct Stop<'a>(&'a Outbox);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.end(Ok(()));
    }
}

enum Ended {
    Reading(io::Result<()>),
    Writing(io::Result<()>),
}

async fn read(
    mut reader: impl AsyncRead + Unpin,
    mut connection: Connection,
    outbox: &Outbox,
) -> io::Result<()> {
    loop {
        let count = poll_fn(|cx| {
            let mut space = ReadBuf::new(connection.space());
            let polled = Pin::new(&mut reader).poll_read(cx, &mut space);
            polled.map_ok(|()| space.filled().len())
        })
        .await?;
        match count {
            0 => connection.ended(),
            _ => connection.received(count),
        }
        while connection.serve() == Turn::Wait {
            outbox.room().await;
        }
        if count == 0 {
            return Ok(());
        }
    }
}

async fn write(mut writer: impl AsyncWrite + Unpin, outbox: &Outbox) -> io::Result<()> {
    loop {
        let lines = outbox.next().await;
        let mut rest = lines.as_slice();
        while !rest.is_empty() {
            match poll_fn(|cx| Pin::new(&mut writer).poll_write(cx, rest)).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => rest = &rest[count..],
            }
        }
        if outbox.is_empty() {
            poll_fn(|cx| Pin::new(&mut writer).poll_flush(cx)).await?;
        }
        outbox.took(lines.len());
    }
}
