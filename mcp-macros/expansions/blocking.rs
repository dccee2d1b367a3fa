#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
fn factor(number: u64) -> Vec<u64> {
    primes::factors(number)
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
struct factor {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl factor {
    const number: ::mcp_core::__private::Parameter<u64> = <u64 as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("number");
    fn __returns() -> impl ::mcp_core::__private::Shape<Return = Vec<u64>> {
        use ::mcp_core::__private::{
            NoFailure as _, OtherFailure as _, OtherSuccess as _, PointerFailure as _,
            StructuredSuccess as _,
        };
        ::mcp_core::__private::Returns::<Vec<u64>>::new().success().failure().shape()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl ::mcp_core::Tool for factor {
    const NAME: &'static ::core::primitive::str = "factor";
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::new(<Self as ::mcp_core::Tool>::NAME)
            .max_output(50_000)
            .task(false)
            .timeout(::core::time::Duration::from_millis(120000u64))
            .parameter(&Self::number)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::number);
        let arg0 = arg0?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::blocking::<
                _,
                Vec<u64>,
            >(Self::__returns(), move || factor(arg0)),
        )
    }
}
