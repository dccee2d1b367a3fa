#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
///
/// Says "hi" to {name} \ `code`.
#[allow(unused)]
///
///   - indented
#[doc = include_str!("more.md")]
#[cfg(feature = "greetings")]
fn hi(name: String) -> String {
    name
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
struct hi {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl hi {
    const name: ::mcp_core::__private::Parameter<String> = <String as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("name");
    fn __returns() -> impl ::mcp_core::__private::Shape<Return = String> {
        use ::mcp_core::__private::{
            NoFailure as _, OtherFailure as _, OtherSuccess as _, PointerFailure as _,
            StructuredSuccess as _,
        };
        ::mcp_core::__private::Returns::<String>::new().success().failure().shape()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl ::mcp_core::Tool for hi {
    const NAME: &'static ::core::primitive::str = "hi";
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::new(<Self as ::mcp_core::Tool>::NAME)
            .description(
                ::core::concat!(
                    "Says \"hi\" to {name} \\ `code`.\n\n  - indented", "\n",
                    include_str!("more.md")
                ),
            )
            .parameter(&Self::name)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::name);
        let arg0 = arg0?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(
                Self::__returns(),
                async move { hi(arg0) },
            ),
        )
    }
}
