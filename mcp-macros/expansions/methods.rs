impl<G: Graph> Repo<G> {
    const LIMIT: u32 = 20;
    #[allow(clippy::needless_pass_by_value, clippy::unused_async, clippy::unused_self)]
    /** Shows the log.
                 *
                 *  - newest first
                 */
    async fn log(&self, count: u32) -> Vec<Commit> {
        self.graph.newest(count).await
    }
    #[allow(clippy::needless_pass_by_value, clippy::unused_async, clippy::unused_self)]
    #[cfg(feature = "write")]
    fn push(&self, remote: &str) {}
    fn helper(&mut self) {}
}
impl<G: Graph> Repo<G> {
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
                .called("count")
                .default(|| Self::LIMIT, ::mcp_core::__private::shown!(u32));
            let returns = || {
                use ::mcp_core::__private::{
                    NoFailure as _, OtherFailure as _, OtherSuccess as _,
                    PointerFailure as _, StructuredSuccess as _,
                };
                ::mcp_core::__private::Returns::<Vec<Commit>>::new()
                    .success()
                    .failure()
                    .shape()
            };
            let this = ::std::sync::Arc::clone(&this);
            tools
                .with_method(
                    ::mcp_core::__private::Definition::new("log")
                        .description("Shows the log.\n\n - newest first")
                        .read_only(true)
                        .parameter(&parameter0)
                        .returns(&returns()),
                    move |arguments| {
                        let arg0 = arguments.take(&parameter0);
                        let arg0 = arg0?;
                        let this = ::std::sync::Arc::clone(&this);
                        ::core::option::Option::Some(
                            ::mcp_core::__private::Running::new(
                                returns(),
                                async move { Self::log(&this, arg0).await },
                            ),
                        )
                    },
                )
        };
        #[cfg(feature = "write")]
        let tools = {
            let parameter0: ::mcp_core::__private::Parameter<
                ::mcp_core::__private::Owned<str>,
            > = <::mcp_core::__private::Owned<
                str,
            > as ::mcp_core::__private::FromCall<_>>::PARAMETER
                .called("remote");
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
                    ::mcp_core::__private::Definition::new("push")
                        .parameter(&parameter0)
                        .returns(&returns()),
                    move |arguments| {
                        let arg0 = arguments.take(&parameter0);
                        let arg0 = arg0?;
                        let this = ::std::sync::Arc::clone(&this);
                        ::core::option::Option::Some(
                            ::mcp_core::__private::Running::new(
                                returns(),
                                async move {
                                    Self::push(&this, ::mcp_core::__private::Lend::lend(&arg0))
                                },
                            ),
                        )
                    },
                )
        };
        tools.prefix("repo.")
    }
}
