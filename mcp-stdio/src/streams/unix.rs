use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, fcntl_dupfd_cloexec, retry_on_intr, write};
use rustix::pipe::PIPE_BUF;
use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};

use super::Streams;

/// Private descriptors come after the standard ones, even where one of those is closed.
const FIRST_PRIVATE: i32 = 3;

impl Streams {
    /// Takes the standard streams for the protocol, for as long as the process lives.
    pub(crate) fn claim() -> io::Result<Self> {
        let input = fcntl_dupfd_cloexec(stdin(), FIRST_PRIVATE)?;
        let output = fcntl_dupfd_cloexec(stdout(), FIRST_PRIVATE)?;
        let nothing = File::options().read(true).write(true).open("/dev/null")?;
        dup2_stdin(&nothing)?;
        // A process may be started without a stderr.
        if dup2_stdout(stderr()).is_err() {
            dup2_stdout(&nothing)?;
        }
        Ok(Self {
            input: Input(input.into()),
            output: Output::new(output),
        })
    }
}

/// What the client sends.
#[derive(Debug)]
pub(crate) struct Input(File);

impl Input {
    /// Reads what there is, waiting until there is something. `0` is the end.
    pub(crate) fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(space) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Whoever shares the descriptor may have made it non-blocking.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(&self.0, PollFlags::IN)?;
                }
                read => return read,
            }
        }
    }
}

/// Where answers go.
#[derive(Debug)]
pub(crate) struct Output {
    stream: OwnedFd,
    /// Set once the kernel has said that it cannot write to this stream without waiting.
    polls: AtomicBool,
}

impl Output {
    pub(crate) fn new(stream: OwnedFd) -> Self {
        Self {
            stream,
            polls: AtomicBool::new(!cfg!(target_os = "linux")),
        }
    }

    /// The output of a kernel that cannot write without waiting.
    #[cfg(test)]
    pub(crate) fn polled(stream: OwnedFd) -> Self {
        Self {
            stream,
            polls: AtomicBool::new(true),
        }
    }

    /// Writes as much as the stream takes without waiting, and returns how much that was.
    pub(crate) fn write_now(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut count = 0;
        while count < bytes.len() {
            match retry_on_intr(|| self.write_once(&bytes[count..])) {
                Ok(more) => count += more,
                Err(Errno::AGAIN) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(count)
    }

    /// Writes everything, waiting for the reader as long as it takes.
    pub(crate) fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            match retry_on_intr(|| write(&self.stream, rest)) {
                Ok(count) => rest = &rest[count..],
                Err(Errno::AGAIN) => wait(&self.stream, PollFlags::OUT)?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn write_once(&self, bytes: &[u8]) -> rustix::io::Result<usize> {
        use rustix::io::{ReadWriteFlags, pwritev2};

        /// Where the stream stands; most of them stand nowhere.
        const HERE: u64 = u64::MAX;

        if self.polls.load(Ordering::Relaxed) {
            return self.write_polled(bytes);
        }
        let piece = [io::IoSlice::new(bytes)];
        match pwritev2(&self.stream, &piece, HERE, ReadWriteFlags::NOWAIT) {
            // Pipes take the flag since Linux 6.5, sockets for longer, terminals never. A sandbox
            // may refuse the call.
            Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::PERM | Errno::INVAL) => {
                self.polls.store(true, Ordering::Relaxed);
                self.write_polled(bytes)
            }
            written => written,
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn write_once(&self, bytes: &[u8]) -> rustix::io::Result<usize> {
        self.write_polled(bytes)
    }

    /// A pipe that polls as writable takes this much at once, and nobody else writes to it.
    fn write_polled(&self, bytes: &[u8]) -> rustix::io::Result<usize> {
        let mut streams = [PollFd::new(&self.stream, PollFlags::OUT)];
        match poll(&mut streams, Some(&Timespec::default()))? {
            0 => Err(Errno::AGAIN),
            _ => write(&self.stream, &bytes[..bytes.len().min(PIPE_BUF)]),
        }
    }
}

/// Waits until a stream is ready, or broken, which the next attempt will tell.
fn wait(stream: impl std::os::fd::AsFd, until: PollFlags) -> io::Result<()> {
    retry_on_intr(|| poll(&mut [PollFd::new(&stream, until)], None))?;
    Ok(())
}
