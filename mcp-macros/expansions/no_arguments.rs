#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
/// The time in Greenwich.
#[tool]
pub fn time() -> String {
    clock::now()
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
pub struct time {}
#[automatically_derived]
impl ::mcp_core::Tool for time {
    const NAME: &'static str = "time";
    type Output = String;
    fn returns() -> impl ::mcp_core::__private::Shape<Return = Self::Output> {
        use ::mcp_core::__private::{
            DisplayFailure as _, NoFailure as _, NoOutput as _, NoWords as _,
            StructuredSuccess as _,
        };
        ::mcp_core::__private::Returns::<String>::new().success().failure().shape()
    }
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::new(Self::NAME)
            .description("The time in Greenwich.")
            .returns(&Self::returns())
    }
    fn start(
        _: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(Self::returns(), async move { time() }),
        )
    }
}
