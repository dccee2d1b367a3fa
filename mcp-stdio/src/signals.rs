//! SIGINT and SIGTERM, by which many clients end a server: the first ends the service, a second one
//! the process.

use std::fs;
use std::future::pending;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::low_level::{exit, pipe};
use tokio::sync::oneshot;

/// What a shell makes of a process that a signal has ended.
const EXIT_BY_SIGNAL: i32 = 128;

/// Waits for the first signal. One that the program handles or ignores already stays as it is.
pub(crate) fn first() -> io::Result<impl Future<Output = ()>> {
    let (mut caught, catch) = UnixStream::pair()?;
    let latest = Arc::new(AtomicUsize::new(0));
    for (signal, number) in [(SIGINT, 2), (SIGTERM, 15)] {
        if !is_taken(signal) {
            flag::register_usize(signal, Arc::clone(&latest), number)?;
            pipe::register(signal, catch.try_clone()?)?;
        }
    }
    let (tell, told) = oneshot::channel();
    let waiter = thread::Builder::new().name("mcp-stdio signal".to_owned());
    waiter.spawn(move || {
        // A byte for each signal. Without a handler the other end is closed, and nobody is told.
        let mut comes_one = || caught.read_exact(&mut [0]).is_ok();
        if comes_one() {
            let _ = tell.send(());
            if comes_one() {
                let signal = latest.load(Ordering::Relaxed);
                exit(EXIT_BY_SIGNAL + i32::try_from(signal).unwrap_or_default());
            }
        }
    })?;
    Ok(async {
        if told.await.is_err() {
            pending::<()>().await;
        }
    })
}

/// Whether the program does something about a signal, as far as the system tells.
fn is_taken(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let masks = status.lines().filter_map(|line| {
        let mask = line
            .strip_prefix("SigCgt:")
            .or_else(|| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    masks.fold(0, |all, mask| all | mask) >> (signal - 1) & 1 == 1
}
