#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
/// The lines of an order.
async fn lines(
    orders: State<Orders>,
    id: u64,
    limit: Option<usize>,
) -> Result<String, NotFound> {
    orders.lines(id, limit).await
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
struct lines {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl lines {
    const orders: ::mcp_core::__private::Parameter<State<Orders>> = <State<
        Orders,
    > as ::mcp_core::__private::FromCall<_>>::PARAMETER
        .called("orders");
    const id: ::mcp_core::__private::Parameter<u64> = <u64 as ::mcp_core::__private::FromCall<
        _,
    >>::PARAMETER
        .called("id")
        .complete(|asked| asked.by(numbers));
    const limit: ::mcp_core::__private::Parameter<Option<usize>> = <Option<
        usize,
    > as ::mcp_core::__private::FromCall<_>>::PARAMETER
        .called("limit");
    fn __returns() -> impl ::mcp_core::__private::Shape<
        Return = Result<String, NotFound>,
    > {
        use ::mcp_core::__private::{
            NoFailure as _, OtherFailure as _, PointerFailure as _,
        };
        ::mcp_core::__private::Returns::<Result<String, NotFound>>::new()
            .success()
            .failure()
            .contents()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl ::mcp_core::Resource for lines {
    const URI: &'static ::core::primitive::str = "orders://{id}/lines{?limit}";
    fn define() -> ::mcp_core::__private::Definition {
        ::mcp_core::__private::Definition::resource(
                "lines",
                ::mcp_core::__private::Address::template(
                    "orders://{id}/lines{?limit}",
                    const {
                        &[
                            ::mcp_core::__private::Part::Text(
                                ::std::borrow::Cow::Borrowed("orders://"),
                            ),
                            ::mcp_core::__private::Part::Segment("id"),
                            ::mcp_core::__private::Part::Text(
                                ::std::borrow::Cow::Borrowed("/lines"),
                            ),
                            ::mcp_core::__private::Part::Query(&["limit"]),
                        ]
                    },
                ),
            )
            .description("The lines of an order.")
            .icon("https://orders.example/box.png")
            .mime_type("text/csv")
            .audience([Role::User])
            .list(open_orders)
            .parameter(&Self::orders)
            .parameter(&Self::id)
            .parameter(&Self::limit)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut ::mcp_core::__private::Arguments<'_>,
    ) -> ::core::option::Option<::mcp_core::__private::Running> {
        let arg0 = arguments.take(&Self::orders);
        let arg1 = arguments.take(&Self::id);
        let arg2 = arguments.take(&Self::limit);
        let arg0 = arg0?;
        let arg1 = arg1?;
        let arg2 = arg2?;
        ::core::option::Option::Some(
            ::mcp_core::__private::Running::new(
                Self::__returns(),
                lines(arg0, arg1, arg2),
            ),
        )
    }
}
