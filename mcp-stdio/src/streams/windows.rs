use std::fs::File;
use std::io::{self, Read, Write};
use std::os::windows::io::AsHandle;

use super::Streams;

impl Streams {
    /// Duplicates the standard streams' handles. The originals stay where they are: moving them
    /// aside needs unsafe calls, so here a tool must not print.
    pub(crate) fn claim() -> io::Result<Self> {
        let input = io::stdin().as_handle().try_clone_to_owned()?;
        let output = io::stdout().as_handle().try_clone_to_owned()?;
        Ok(Self {
            input: Input(input.into()),
            output: Output(output.into()),
        })
    }
}

/// What the client sends.
#[derive(Debug)]
pub(crate) struct Input(File);

impl Input {
    /// Reads what there is, waiting until there is something. `0` is the end.
    pub(crate) fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        match self.0.read(space) {
            // How a pipe ends here.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            read => read,
        }
    }
}

/// Where answers go.
#[derive(Debug)]
pub(crate) struct Output(File);

impl Output {
    /// Writes nothing: there is no way here to write without waiting.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "other systems write here"
    )]
    pub(crate) fn write_now(&self, _: &[u8]) -> io::Result<usize> {
        Ok(0)
    }

    /// Writes everything, waiting for the reader as long as it takes.
    pub(crate) fn write_all(&self, bytes: &[u8]) -> io::Result<()> {
        (&self.0).write_all(bytes)
    }
}
