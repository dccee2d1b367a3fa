#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
/// The time in Greenwich.
pub fn time() -> String {
    clock::now()
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
pub struct time {}
impl ::mcp_core::__private::Broken for time {
    const NAME: &'static ::core::primitive::str = "time";
}
::core::compile_error! {
    "`#[tool]` is there twice; put all keys into one"
}
