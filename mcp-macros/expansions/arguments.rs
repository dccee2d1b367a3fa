#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
/// Adds two integers.
async fn add(a: i64, mut b: i64, _unit: Option<Unit>) -> i64 {
    a + b
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
struct add {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl add {
    const a: ::mcp_core::__private::Parameter<i64> = <i64 as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("a")
        .description("First addend.");
    const b: ::mcp_core::__private::Parameter<i64> = <i64 as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("b")
        .description("Second addend.")
        .default(|| 0, ::mcp_core::__private::shown!(i64));
    const _unit: ::mcp_core::__private::Parameter<Option<Unit>> = <Option<
        Unit,
    > as ::mcp_core::__private::FromCall<_>>::PARAMETER
        .called("unit")
        .default(
            ::core::default::Default::default,
            ::mcp_core::__private::shown!(Option < Unit >),
        );
    fn __returns() -> impl ::mcp_core::__private::Shape<Return = i64> {
        use ::mcp_core::__private::{
            NoFailure as _, OtherFailure as _, OtherSuccess as _, PointerFailure as _,
            StructuredSuccess as _,
        };
        ::mcp_core::__private::Returns::<i64>::new().success().failure().shape()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl ::mcp_core::Tool for add {
    const NAME: &'static ::core::primitive::str = "add";
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::new(<Self as ::mcp_core::Tool>::NAME)
            .description("Adds two integers.")
            .parameter(&Self::a)
            .parameter(&Self::b)
            .parameter(&Self::_unit)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::a);
        let arg1 = arguments.take(&Self::b);
        let arg2 = arguments.take(&Self::_unit);
        let arg0 = arg0?;
        let arg1 = arg1?;
        let arg2 = arg2?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(Self::__returns(), add(arg0, arg1, arg2)),
        )
    }
}
