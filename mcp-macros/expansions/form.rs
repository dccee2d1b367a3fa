#[derive(
    ::mcp_core::__private::serde::Serialize,
    ::mcp_core::__private::serde::Deserialize,
    ::mcp_core::schemars::JsonSchema
)]
#[serde(crate = "::mcp_core::__private::serde")]
#[schemars(crate = "::mcp_core::schemars")]
/// Where to sit.
struct Seat {
    place: Place,
    note: Option<String>,
}
impl ::mcp_core::Form for Seat {}
const _: () = {
    const fn field<T: ::mcp_core::FormField>() {}
    field::<Place>();
    field::<Option<String>>();
};
