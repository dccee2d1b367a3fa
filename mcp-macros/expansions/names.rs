#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
fn r#match(r#type: String, arguments: u8, arg0: u8) -> u8 {
    arguments + arg0
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct r#match {}
#[allow(non_upper_case_globals)]
impl r#match {
    const r#type: ::mcp_core::__private::Parameter<String> = ::mcp_core::__private::Parameter::new(
        "type",
    );
    const arguments: ::mcp_core::__private::Parameter<u8> = ::mcp_core::__private::Parameter::new(
        "arguments",
    );
    const arg0: ::mcp_core::__private::Parameter<u8> = ::mcp_core::__private::Parameter::new(
        "arg0",
    );
}
#[automatically_derived]
impl ::mcp_core::Tool for r#match {
    const NAME: &'static str = "match";
    type Output = u8;
    fn returns() -> impl ::mcp_core::__private::Shape<Return = Self::Output> {
        use ::mcp_core::__private::{
            DisplayFailure as _, NoFailure as _, NoOutput as _, NoWords as _,
            StructuredSuccess as _,
        };
        ::mcp_core::__private::Returns::<u8>::new().success().failure().shape()
    }
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::new(Self::NAME)
            .parameter(&Self::r#type)
            .parameter(&Self::arguments)
            .parameter(&Self::arg0)
            .returns(&Self::returns())
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
                Self::returns(),
                async move { r#match(arg0, arg1, arg2) },
            ),
        )
    }
}
