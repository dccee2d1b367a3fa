//! What stands in for a function with a mistake.

/// A function whose attribute or signature has a mistake, which the compiler reports. It stands
/// where the tool, the resource or the prompt would, so that no other error follows.
pub trait Broken: 'static {
    /// A legal name, and a legal URI.
    const NAME: &'static str;
}
