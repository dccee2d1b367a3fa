//! Whole servers: real processes spoken to through pipes, and streams in memory.

mod calls;
mod client;
mod framing;
mod lifetime;
mod pressure;
mod shelf;
mod streams;
mod talkative;
mod unruly;
