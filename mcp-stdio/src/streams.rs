//! Ownership of the process's standard streams.
//!
//! The protocol's stdin and stdout move to private descriptors. What a tool, a C library or a
//! child process prints then shows on stderr, and what it reads is empty, so that nothing but
//! the server itself speaks to the client.

use std::fs::File;
use std::io;

/// The client's end: what it sends and where answers go.
#[derive(Debug)]
pub(crate) struct Streams {
    pub(crate) input: File,
    pub(crate) output: File,
}

#[cfg(unix)]
impl Streams {
    /// Takes the standard streams for the protocol, for as long as the process lives.
    pub(crate) fn claim() -> io::Result<Self> {
        use rustix::io::fcntl_dupfd_cloexec;
        use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};

        /// Private descriptors come after the standard ones, even where one of those is closed.
        const FIRST_PRIVATE: i32 = 3;

        let input = fcntl_dupfd_cloexec(stdin(), FIRST_PRIVATE)?;
        let output = fcntl_dupfd_cloexec(stdout(), FIRST_PRIVATE)?;
        let nothing = File::options().read(true).write(true).open("/dev/null")?;
        dup2_stdin(&nothing)?;
        // A process may be started without a stderr.
        if dup2_stdout(stderr()).is_err() {
            dup2_stdout(&nothing)?;
        }
        Ok(Self {
            input: input.into(),
            output: output.into(),
        })
    }
}

#[cfg(windows)]
impl Streams {
    /// Duplicates the standard streams' handles. The originals stay where they are: moving them
    /// aside needs unsafe calls, so here a tool must not print.
    pub(crate) fn claim() -> io::Result<Self> {
        use std::os::windows::io::AsHandle;

        let input = io::stdin().as_handle().try_clone_to_owned()?;
        let output = io::stdout().as_handle().try_clone_to_owned()?;
        Ok(Self {
            input: input.into(),
            output: output.into(),
        })
    }
}
