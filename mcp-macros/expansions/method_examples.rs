impl Repo {
    #[allow(clippy::needless_pass_by_value, clippy::unused_async, clippy::unused_self)]
    /// Shows the log.
    ///
    /// # Examples
    /// ```json
    /// {"count": 3}
    /// ```
    fn log(&self, count: u32) {}
}
impl Repo {
    /// The methods of this block that are tools, called on the value given.
    #[allow(deprecated, unreachable_pub, unused_qualifications)]
    pub fn tools(
        this: impl ::core::convert::Into<::std::sync::Arc<Self>>,
    ) -> ::mcp_core::ToolSet
    where
        Self: ::core::marker::Send + ::core::marker::Sync + 'static,
    {
        let this: ::std::sync::Arc<Self> = this.into();
        let tools = ::mcp_core::ToolSet::new();
        let tools = {
            let parameter0: ::mcp_core::__private::Parameter<u32> = <u32 as ::mcp_core::__private::FromCall<
                _,
            >>::PARAMETER
                .called("count");
            let returns = || {
                use ::mcp_core::__private::{
                    NoFailure as _, OtherFailure as _, OtherSuccess as _,
                    PointerFailure as _, StructuredSuccess as _,
                };
                ::mcp_core::__private::Returns::<()>::new().success().failure().shape()
            };
            let this = ::std::sync::Arc::clone(&this);
            tools
                .with_method(
                    ::mcp_core::__private::Definition::new("log")
                        .description("Shows the log.")
                        .example("{\"count\": 3}")
                        .parameter(&parameter0)
                        .returns(&returns()),
                    move |arguments| {
                        let arg0 = arguments.take(&parameter0);
                        let arg0 = arg0?;
                        let this = ::std::sync::Arc::clone(&this);
                        ::core::option::Option::Some(
                            ::mcp_core::__private::Running::new(
                                returns(),
                                async move { Self::log(&this, arg0) },
                            ),
                        )
                    },
                )
        };
        tools
    }
}
#[cfg(test)]
impl Repo {
    fn __log_examples_decode() {
        let parameter0: ::mcp_core::__private::Parameter<u32> = <u32 as ::mcp_core::__private::FromCall<
            _,
        >>::PARAMETER
            .called("count");
        let returns = || {
            use ::mcp_core::__private::{
                NoFailure as _, OtherFailure as _, OtherSuccess as _,
                PointerFailure as _, StructuredSuccess as _,
            };
            ::mcp_core::__private::Returns::<()>::new().success().failure().shape()
        };
        ::mcp_core::__private::examples_decode(
            &::mcp_core::__private::Definition::new("log")
                .description("Shows the log.")
                .example("{\"count\": 3}")
                .parameter(&parameter0)
                .returns(&returns()),
            |arguments| {
                let _ = arguments.take(&parameter0);
                ::core::option::Option::None
            },
        );
    }
}
#[cfg(test)]
#[::core::prelude::v1::test]
#[allow(non_snake_case)]
fn Repo_log_examples_decode() {
    <Repo>::__log_examples_decode();
}
