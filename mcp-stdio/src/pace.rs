//! Which tools hold the CPU, learnt from how long their polls take.
//!
//! A call is polled once where it was read, which is by far the cheapest way to answer a quick
//! tool. One that computes or blocks would hold up everything behind it, so a tool is sent to the
//! runtime until its polls have been short for a while, and again when they have been long.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// A poll longer than this holds up the calls behind it.
const LONG: Duration = Duration::from_millis(1);

/// A poll longer than this was no accident.
const VERY_LONG: Duration = Duration::from_millis(20);

/// Two long polls in a row reach [`SLOW`]; one, which may be the machine's fault, does not.
const PENALTY: u8 = 6;
const SLOW: u8 = 8;

/// A tool begins as a slow one, so that the first call of one that blocks holds up nothing. A few
/// short polls clear it.
const UNKNOWN: u8 = SLOW + 3;
const MAX: u8 = 24;

/// How many tools that are added later have a score of their own, at the least. Others share one.
const MORE: usize = 64;

/// A score for each tool of a server. Clones share the scores.
#[derive(Clone, Debug)]
pub(crate) struct Pace(Arc<[AtomicU8]>);

impl Pace {
    pub(crate) fn new(tools: usize) -> Self {
        let scores = (0..tools + MORE).map(|_| AtomicU8::new(UNKNOWN));
        Self(scores.collect())
    }

    fn score(&self, tool: usize) -> &AtomicU8 {
        &self.0[tool % self.0.len()]
    }

    /// Whether the tool is quick enough to be polled where its call was read. A batch is not.
    pub(crate) fn is_quick(&self, tool: Option<usize>) -> bool {
        tool.is_some_and(|tool| self.score(tool).load(Ordering::Relaxed) < SLOW)
    }

    /// Runs one poll of the tool and keeps its score.
    pub(crate) fn time<T>(&self, tool: Option<usize>, poll: impl FnOnce() -> T) -> T {
        let Some(score) = tool.map(|tool| self.score(tool)) else {
            return poll();
        };
        let start = Instant::now();
        let polled = poll();
        let before = score.load(Ordering::Relaxed);
        let after = match start.elapsed() {
            elapsed if elapsed > VERY_LONG => MAX,
            elapsed if elapsed > LONG => (before + PENALTY).min(MAX),
            _ => before.saturating_sub(1),
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
    fn short_polls_clear_a_tool_and_two_long_ones_mark_it() {
        let pace = Pace::new(1);
        assert!(!pace.is_quick(Some(0)));
        (0..UNKNOWN).for_each(|_| pace.time(Some(0), || ()));
        assert!(pace.is_quick(Some(0)));
        long(&pace);
        assert!(pace.is_quick(Some(0)));
        long(&pace);
        assert!(!pace.is_quick(Some(0)));
        (0..MAX).for_each(|_| pace.time(Some(0), || ()));
        assert!(pace.is_quick(Some(0)));
    }
}
