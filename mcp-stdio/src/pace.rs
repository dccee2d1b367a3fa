//! Which tools hold the CPU, learnt from how long their polls take.
//!
//! A call is polled once where it was read, which is by far the cheapest way to answer a quick
//! tool. One that computes would hold up everything behind it, so it is noticed and sent to the
//! runtime instead, until its polls are short again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// A poll longer than this holds up the calls behind it.
const LONG: Duration = Duration::from_millis(1);

/// Two long polls in a row reach [`SLOW`]; one, which may be the machine's fault, does not.
const PENALTY: u8 = 6;
const SLOW: u8 = 8;
const MAX: u8 = 24;

/// A score for each tool of a server. Clones share the scores.
#[derive(Clone, Debug)]
pub(crate) struct Pace(Arc<[AtomicU8]>);

impl Pace {
    pub(crate) fn new(tools: usize) -> Self {
        Self((0..tools).map(|_| AtomicU8::new(0)).collect())
    }

    /// Whether the tool is quick enough to be polled where its call was read. A batch is not.
    pub(crate) fn is_quick(&self, tool: Option<usize>) -> bool {
        tool.is_some_and(|tool| self.0[tool].load(Ordering::Relaxed) < SLOW)
    }

    /// Runs one poll of the tool and keeps its score.
    pub(crate) fn time<T>(&self, tool: Option<usize>, poll: impl FnOnce() -> T) -> T {
        let Some(score) = tool.map(|tool| &self.0[tool]) else {
            return poll();
        };
        let start = Instant::now();
        let polled = poll();
        let before = score.load(Ordering::Relaxed);
        let after = match start.elapsed() > LONG {
            true => (before + PENALTY).min(MAX),
            false => before.saturating_sub(1),
        };
        if after != before {
            score.store(after, Ordering::Relaxed);
        }
        polled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(pace: &Pace) {
        pace.time(Some(0), || std::thread::sleep(2 * LONG));
    }

    #[test]
    fn two_long_polls_mark_a_tool_and_short_ones_clear_it() {
        let pace = Pace::new(1);
        long(&pace);
        assert!(pace.is_quick(Some(0)));
        long(&pace);
        assert!(!pace.is_quick(Some(0)));
        (0..MAX).for_each(|_| pace.time(Some(0), || ()));
        assert!(pace.is_quick(Some(0)));
    }
}
