#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
fn r#match(r#type: String, arguments: u8, arg0: u8) -> u8 {
    arguments + arg0
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
struct r#match {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl r#match {
    const r#type: ::mcp_core::__private::Parameter<String> = <String as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("type");
    const arguments: ::mcp_core::__private::Parameter<u8> = <u8 as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("arguments");
    const arg0: ::mcp_core::__private::Parameter<u8> = <u8 as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("arg0");
    fn __returns() -> impl ::mcp_core::__private::Shape<Return = u8> {
        use ::mcp_core::__private::{
            NoFailure as _, OtherFailure as _, OtherSuccess as _, PointerFailure as _,
            StructuredSuccess as _,
        };
        ::mcp_core::__private::Returns::<u8>::new().success().failure().shape()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl ::mcp_core::Tool for r#match {
    const NAME: &'static ::core::primitive::str = "match";
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::new(<Self as ::mcp_core::Tool>::NAME)
            .parameter(&Self::r#type)
            .parameter(&Self::arguments)
            .parameter(&Self::arg0)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::r#type);
        let arg1 = arguments.take(&Self::arguments);
        let arg2 = arguments.take(&Self::arg0);
        let arg0 = arg0?;
        let arg1 = arg1?;
        let arg2 = arg2?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(
                Self::__returns(),
                async move { r#match(arg0, arg1, arg2) },
            ),
        )
    }
}
