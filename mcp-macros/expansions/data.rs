#[derive(
    ::mcp_core::__private::serde::Serialize,
    ::mcp_core::__private::serde::Deserialize,
    ::mcp_core::schemars::JsonSchema
)]
#[serde(crate = "::mcp_core::__private::serde", rename_all = "snake_case", tag = "type")]
#[schemars(crate = "::mcp_core::schemars")]
/// How it is paid.
#[derive(Debug)]
enum Payment {
    Invoice,
    /// By card.
    Card { number: String },
}
