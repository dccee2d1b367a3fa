use std::io;
use std::iter::{Copied, Cycle};
use std::pin::Pin;
use std::slice::Iter;
use std::task::{Context, Poll};

use mcp_core::{Salvage, Session, Step};
use mcp_stdio::Options;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::runtime::{Builder, Runtime};

use crate::conversation::SERVER;

/// The longest line that is taken.
const MAX_FRAME_BYTES: usize = 256;

/// Bytes that come and go in pieces: the digits of the first line are the sizes of these, where
/// `0` is a while in which nothing happens. The rest is what the client sends.
///
/// What is answered is what a session says of the lines one by one.
pub fn framing(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (pieces, input) = bytes.split_at(end.map_or(0, |end| end + 1));
    let pieces = pieces.trim_ascii_end();
    let served = served(pieces, input);
    let expected = answered(input);
    assert!(
        served == expected,
        "{}\nis answered in pieces of {} with\n{}\nand line by line with\n{}",
        input.escape_ascii(),
        pieces.escape_ascii(),
        String::from_utf8_lossy(&served),
        String::from_utf8_lossy(&expected),
    );
}

/// What a session says to the lines of `input`. It lets no call in.
fn answered(input: &[u8]) -> Vec<u8> {
    let mut session = Session::new(SERVER.clone());
    let mut out = Vec::new();
    for line in input.split(|&byte| byte == b'\n') {
        let step = match line.len() {
            0..=MAX_FRAME_BYTES => session.receive(line, &mut out),
            _ => {
                let mut salvage = Salvage::default();
                salvage.push(line);
                session.overlong(&salvage, MAX_FRAME_BYTES, &mut out)
            }
        };
        match step {
            Step::Nothing => continue,
            Step::Reply => {}
            Step::Call(call) => call.refuse(&mut out),
        }
        out.push(b'\n');
    }
    out
}

/// What is answered through streams.
fn served(pieces: &[u8], input: &[u8]) -> Vec<u8> {
    thread_local! {
        static RUNTIME: Runtime = {
            let runtime = Builder::new_current_thread().enable_time().build();
            runtime.expect("a runtime")
        };
    }

    let mut output = Vec::new();
    let reader = Reader {
        input,
        pieces: Pieces::new(pieces),
    };
    let writer = Writer {
        output: &mut output,
        pieces: Pieces::new(pieces),
    };
    let options = Options::new().max_frame_bytes(MAX_FRAME_BYTES).max_calls(0);
    let service = options.serve_on(SERVER.clone(), reader, writer);
    let result = RUNTIME.with(|runtime| runtime.block_on(service));
    result.expect("these streams do not break");
    output
}

/// How many bytes may pass, time after time.
struct Pieces<'a> {
    sizes: Cycle<Copied<Iter<'a, u8>>>,
    has_waited: bool,
}

impl<'a> Pieces<'a> {
    fn new(digits: &'a [u8]) -> Self {
        Self {
            sizes: digits.iter().copied().cycle(),
            has_waited: false,
        }
    }

    fn next(&mut self, cx: &mut Context<'_>) -> Poll<usize> {
        let size = match self.sizes.next() {
            None => usize::MAX,
            Some(digit) => usize::from(digit % 16),
        };
        // Nothing happens for a while, but not for ever.
        if size == 0 && !self.has_waited {
            self.has_waited = true;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        self.has_waited = false;
        Poll::Ready(size.max(1))
    }
}

struct Reader<'a> {
    input: &'a [u8],
    pieces: Pieces<'a>,
}

impl AsyncRead for Reader<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        space: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.pieces.next(cx).map(|size| {
            let size = size.min(space.remaining()).min(self.input.len());
            let (piece, rest) = self.input.split_at(size);
            space.put_slice(piece);
            self.input = rest;
            Ok(())
        })
    }
}

struct Writer<'a> {
    output: &'a mut Vec<u8>,
    pieces: Pieces<'a>,
}

impl AsyncWrite for Writer<'_> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.pieces.next(cx).map(|size| {
            let size = size.min(bytes.len());
            self.output.extend_from_slice(&bytes[..size]);
            Ok(size)
        })
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.pieces.next(cx).map(|_| Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
