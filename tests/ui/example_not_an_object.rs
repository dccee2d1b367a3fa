fn main() {
    /// Adds.
    ///
    /// # Examples
    ///
    /// ```json
    /// [1, 2]
//  ^^^^^^^^^^ a JSON example is the arguments of a call
    /// ```
    #[mcp_core::tool]
    fn add(a: i64, b: i64) -> i64 {
        a + b
    }

    add(1, 2);
}
