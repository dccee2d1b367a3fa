//! What several tests and servers of this package share.

#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::implicit_hasher,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    reason = "types that are only there to be decoded"
)]

pub mod types;
