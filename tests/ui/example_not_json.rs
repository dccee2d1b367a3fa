fn main() {
    /// Adds.
    ///
    /// # Examples
    ///
    /// ```json
    /// {
    ///   "a": 1,
    ///   b: 2
//  ^^^^^^^^^^ the example is not JSON: expected a string, the name of a member
    /// }
    /// ```
    #[mcp_core::tool]
    fn add(a: i64, b: i64) -> i64 {
        a + b
    }

    add(1, 2);
}
