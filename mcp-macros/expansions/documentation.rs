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
#[cfg(feature = "greetings")]
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct hi {}
#[cfg(feature = "greetings")]
#[allow(non_upper_case_globals)]
impl hi {
    const name: ::mcp_core::__private::Parameter<String> = ::mcp_core::__private::Parameter::new(
        "name",
    );
}
#[cfg(feature = "greetings")]
#[automatically_derived]
impl ::mcp_core::Tool for hi {
    const NAME: &'static str = "hi";
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
            .description(
                ::core::concat!(
                    "Says \"hi\" to {name} \\ `code`.\n\n  - indented", "\n",
                    include_str!("more.md")
                ),
            )
            .parameter(&Self::name)
            .returns(&Self::returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::name);
        let arg0 = arg0?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(Self::returns(), async move { hi(arg0) }),
        )
    }
}
