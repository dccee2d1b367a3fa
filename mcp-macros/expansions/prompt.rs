#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
/// Asks for a review.
fn review(code: &str, language: String) -> [PromptMessage; 2] {
    ask(code, language)
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
struct review {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl review {
    const code: ::mcp_core::__private::Parameter<::mcp_core::__private::Owned<str>> = <::mcp_core::__private::Owned<
        str,
    > as ::mcp_core::__private::FromCall<_>>::PARAMETER
        .called("code")
        .description("What to review.");
    const language: ::mcp_core::__private::Parameter<String> = <String as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("language")
        .default(
            || ::core::convert::From::from("Rust"),
            ::mcp_core::__private::shown!(String),
        );
    fn __returns() -> impl ::mcp_core::__private::Shape<Return = [PromptMessage; 2]> {
        use ::mcp_core::__private::{
            NoFailure as _, OtherFailure as _, PointerFailure as _,
        };
        ::mcp_core::__private::Returns::<[PromptMessage; 2]>::new()
            .success()
            .failure()
            .messages()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl ::mcp_core::Prompt for review {
    const NAME: &'static ::core::primitive::str = "review";
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::prompt(<Self as ::mcp_core::Prompt>::NAME)
            .title("Review")
            .description("Asks for a review.")
            .parameter(&Self::code)
            .parameter(&Self::language)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::code);
        let arg1 = arguments.take(&Self::language);
        let arg0 = arg0?;
        let arg1 = arg1?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(
                Self::__returns(),
                async move { review(::mcp_core::__private::Lend::lend(&arg0), arg1) },
            ),
        )
    }
}
