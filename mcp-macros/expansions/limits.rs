#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
/// Deploys a service.
///
/// # Arguments
///
/// * `service` - which one
///
/// # Examples
///
/// ```json
/// { "service": "api",
///   "replicas": 2 }
/// ```
///
/// # Errors
/// When there is no such service.
async fn deploy(
    cluster: State<Cluster>,
    service: &str,
    replicas: u32,
) -> Result<Deployment> {
    cluster.deploy(service, replicas).await
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
struct deploy {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl deploy {
    const cluster: ::mcp_core::__private::Parameter<State<Cluster>> = <State<
        Cluster,
    > as ::mcp_core::__private::FromCall<_>>::PARAMETER
        .called("cluster");
    const service: ::mcp_core::__private::Parameter<::mcp_core::__private::Owned<str>> = <::mcp_core::__private::Owned<
        str,
    > as ::mcp_core::__private::FromCall<_>>::PARAMETER
        .called("service")
        .alias("svc")
        .description("which one")
        .example(
            || ::core::convert::From::from("api"),
            ::mcp_core::__private::shown!(::mcp_core::__private::Owned < str >),
        )
        .shortest(1)
        .longest(63);
    const replicas: ::mcp_core::__private::Parameter<u32> = <u32 as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("replicas")
        .default(|| 1, ::mcp_core::__private::shown!(u32))
        .minimum(|| ::mcp_core::__private::Bound::of(1i128))
        .maximum(|| ::mcp_core::__private::Bound::of(10i128));
    fn __returns() -> impl ::mcp_core::__private::Shape<Return = Result<Deployment>> {
        use ::mcp_core::__private::{
            NoFailure as _, OtherFailure as _, OtherSuccess as _, PointerFailure as _,
            StructuredSuccess as _,
        };
        ::mcp_core::__private::Returns::<Result<Deployment>>::new()
            .success()
            .failure()
            .shape()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl ::mcp_core::Tool for deploy {
    const NAME: &'static ::core::primitive::str = "deploy";
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::new(<Self as ::mcp_core::Tool>::NAME)
            .description("Deploys a service.")
            .example("{ \"service\": \"api\", \"replicas\": 2 }")
            .parameter(&Self::cluster)
            .parameter(&Self::service)
            .parameter(&Self::replicas)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::cluster);
        let arg1 = arguments.take(&Self::service);
        let arg2 = arguments.take(&Self::replicas);
        let arg0 = arg0?;
        let arg1 = arg1?;
        let arg2 = arg2?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(
                Self::__returns(),
                async move {
                    deploy(arg0, ::mcp_core::__private::Lend::lend(&arg1), arg2).await
                },
            ),
        )
    }
}
#[cfg(test)]
#[::core::prelude::v1::test]
#[allow(non_snake_case)]
fn deploy_examples_decode() {
    ::mcp_core::__private::examples_decode(
        &<deploy as ::mcp_core::Tool>::define(),
        <deploy as ::mcp_core::Tool>::start,
    );
}
