impl Repo {
    #[allow(clippy::needless_pass_by_value, clippy::unused_async, clippy::unused_self)]
    fn head(&self) -> String {
        self.head.clone()
    }
    #[tool]
    /// Shows the log.
    fn log(&self, #[arg(default = 3)] count: u32) {}
}
impl Repo {
    /// The methods of this block that are resources, called on the value given.
    #[allow(deprecated, unreachable_pub, unused_qualifications)]
    pub fn resources(
        this: impl ::core::convert::Into<::std::sync::Arc<Self>>,
    ) -> ::mcp_core::ResourceSet
    where
        Self: ::core::marker::Send + ::core::marker::Sync + 'static,
    {
        let this: ::std::sync::Arc<Self> = this.into();
        let resources = ::mcp_core::ResourceSet::new();
        let resources = {
            let returns = || {
                use ::mcp_core::__private::{
                    NoFailure as _, OtherFailure as _, PointerFailure as _,
                };
                ::mcp_core::__private::Returns::<String>::new()
                    .success()
                    .failure()
                    .contents()
            };
            let this = ::std::sync::Arc::clone(&this);
            resources
                .with_method(
                    ::mcp_core::__private::Definition::resource(
                            "head",
                            ::mcp_core::__private::Address::uri("repo://head"),
                        )
                        .returns(&returns()),
                    move |_| {
                        let this = ::std::sync::Arc::clone(&this);
                        ::core::option::Option::Some(
                            ::mcp_core::__private::Running::new(
                                returns(),
                                async move { Self::head(&this) },
                            ),
                        )
                    },
                )
        };
        resources
    }
}
