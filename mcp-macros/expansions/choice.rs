#[derive(
    ::mcp_core::__private::serde::Serialize,
    ::mcp_core::__private::serde::Deserialize,
    ::mcp_core::schemars::JsonSchema
)]
#[serde(crate = "::mcp_core::__private::serde", rename_all = "snake_case")]
#[schemars(crate = "::mcp_core::schemars")]
enum Place {
    Window,
    Aisle,
}
impl ::mcp_core::FormField for Place {}
impl ::mcp_core::Choice for Place {}
