//! Bytes to frames: one line each, found where it was read, up to a limit.

use mcp_core::Salvage;
use memchr::memchr;

/// The least room offered for a read, in bytes.
const MIN_READ: usize = 64 * 1024;

/// The most memory kept between frames, in bytes. A long line's buffer is given back.
const MAX_IDLE: usize = 1024 * 1024;

/// A line of input.
#[derive(Debug)]
pub(crate) enum Frame<'a> {
    /// The line without its `\n`.
    Line(&'a [u8]),
    /// A line over the limit, of which only its id is known.
    Overlong(Salvage),
}

impl Frame<'_> {
    /// How many bytes are kept of it.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Line(line) => line.len(),
            Self::Overlong(_) => 0,
        }
    }
}

/// The input as lines. Bytes are read into [`space`](Self::space) and stay there until their line
/// is handed out; a line that comes in pieces is searched once.
#[derive(Debug)]
pub(crate) struct Frames {
    buffer: Vec<u8>,
    /// Unread bytes are `buffer[start..end]`; there is no line end in `buffer[start..searched]`.
    start: usize,
    searched: usize,
    end: usize,
    limit: usize,
    /// The length of the longest line since the buffer was last empty.
    longest: usize,
    /// Set while the rest of an overlong line is skipped.
    overlong: Option<Salvage>,
}

impl Frames {
    /// Lines of at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            end: 0,
            limit,
            longest: 0,
            overlong: None,
        }
    }

    /// Room for the next read.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        if self.start == self.end {
            self.move_to_front();
            let longest = std::mem::take(&mut self.longest);
            if self.buffer.len() > MAX_IDLE.max(4 * longest) {
                self.buffer = Vec::new();
            }
        } else if self.buffer.len() - self.end < MIN_READ {
            self.move_to_front();
        }
        if self.buffer.len() - self.end < MIN_READ {
            let length = (self.buffer.len() * 2).max(self.end + MIN_READ);
            self.buffer.resize(length, 0);
        }
        &mut self.buffer[self.end..]
    }

    /// Takes note of the first `count` bytes of [`space`](Self::space).
    pub(crate) fn filled(&mut self, count: usize) {
        self.end += count;
    }

    /// The next whole line.
    pub(crate) fn next(&mut self) -> Option<Frame<'_>> {
        match memchr(b'\n', &self.buffer[self.searched..self.end]) {
            Some(length) => {
                let line = self.start..self.searched + length;
                self.start = line.end + 1;
                self.searched = self.start;
                self.longest = self.longest.max(line.len());
                Some(self.frame(line))
            }
            None => {
                self.searched = self.end;
                if self.overlong.is_some() || self.end - self.start > self.limit {
                    self.skip(self.start..self.end);
                    self.start = self.end;
                }
                None
            }
        }
    }

    /// Takes what is left at the end of input as a last line.
    pub(crate) fn end(&mut self) {
        if self.overlong.is_some() || self.start < self.end {
            self.space()[0] = b'\n';
            self.filled(1);
        }
    }

    fn frame(&mut self, line: std::ops::Range<usize>) -> Frame<'_> {
        if self.overlong.is_some() || line.len() > self.limit {
            self.skip(line);
            return Frame::Overlong(self.overlong.take().unwrap_or_default());
        }
        Frame::Line(&self.buffer[line])
    }

    fn skip(&mut self, bytes: std::ops::Range<usize>) {
        self.overlong
            .get_or_insert_default()
            .push(&self.buffer[bytes]);
    }

    fn move_to_front(&mut self) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.searched -= self.start;
        self.end -= self.start;
        self.start = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `input` in pieces of `size` bytes.
    fn lines(input: &[u8], size: usize, limit: usize) -> Vec<String> {
        let mut frames = Frames::new(limit);
        let mut lines = Vec::new();
        for piece in input.chunks(size) {
            frames.space()[..piece.len()].copy_from_slice(piece);
            frames.filled(piece.len());
            while let Some(frame) = frames.next() {
                lines.push(said(frame));
            }
        }
        frames.end();
        while let Some(frame) = frames.next() {
            lines.push(said(frame));
        }
        lines
    }

    fn said(frame: Frame<'_>) -> String {
        match frame {
            Frame::Line(line) => String::from_utf8_lossy(line).into_owned(),
            Frame::Overlong(salvage) => format!("overlong {:?}", salvage.id()),
        }
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let input = b"one\n\ntwo\r\nthree\nlast";
        for size in 1..=input.len() {
            assert_eq!(
                lines(input, size, 100),
                ["one", "", "two\r", "three", "last"],
                "{size}"
            );
        }
    }

    #[test]
    fn a_line_over_the_limit_is_skipped_and_the_next_one_works() {
        let input = b"{\"id\":7,\"x\":\"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\"}\n{\"id\":8}\n";
        for size in 1..=input.len() {
            assert_eq!(
                lines(input, size, 16),
                ["overlong Some(\"7\")", "{\"id\":8}"],
                "{size}"
            );
        }
        assert_eq!(lines(&input[..30], 4, 16), ["overlong Some(\"7\")"]);
    }

    #[test]
    fn a_line_of_just_the_limit_is_whole() {
        for size in 1..=5 {
            assert_eq!(
                lines(b"1234\n12345\n", size, 4),
                ["1234", "overlong None"],
                "{size}"
            );
        }
    }

    #[test]
    fn a_long_line_keeps_its_memory_for_another_one_only() {
        let mut frames = Frames::new(usize::MAX);
        for _ in 0..64 {
            let space = frames.space();
            space.fill(b'x');
            let count = space.len();
            frames.filled(count);
            assert!(frames.next().is_none());
            if frames.end > 4 * MAX_IDLE {
                break;
            }
        }
        let mut end_line = || {
            frames.space()[0] = b'\n';
            frames.filled(1);
            assert!(frames.next().is_some());
            frames.space().len()
        };
        assert!(end_line() > MAX_IDLE);
        assert!(end_line() <= MAX_IDLE);
    }
}
