//! What several tests and servers of this package share.

#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::implicit_hasher,
    clippy::missing_panics_doc,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref,
    reason = "types that are only there to be decoded, and checks that are there to panic"
)]

pub mod conversation;
pub mod fuzz;
pub mod judge;
mod owed;
pub mod types;
