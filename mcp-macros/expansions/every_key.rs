#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
pub(crate) fn remove(path: PathBuf) -> Result<(), io::Error> {
    fs::remove_file(path)
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
pub(crate) struct remove {}
#[allow(deprecated, non_upper_case_globals, unused_qualifications)]
impl remove {
    const path: facade::mcp::__private::Parameter<PathBuf> = <PathBuf as facade::mcp::__private::FromCall<
        _,
    >>::PARAMETER
        .called("path");
    fn __returns() -> impl facade::mcp::__private::Shape<
        Return = Result<(), io::Error>,
    > {
        use facade::mcp::__private::{
            NoFailure as _, OtherFailure as _, OtherSuccess as _, PointerFailure as _,
            StructuredSuccess as _,
        };
        facade::mcp::__private::Returns::<Result<(), io::Error>>::new()
            .success()
            .failure()
            .shape()
    }
}
#[automatically_derived]
#[allow(deprecated, unused_qualifications)]
impl facade::mcp::Tool for remove {
    const NAME: &'static ::core::primitive::str = "files.remove";
    fn define() -> facade::mcp::__private::Definition {
        facade::mcp::__private::Definition::new(<Self as facade::mcp::Tool>::NAME)
            .title("Remove a file")
            .description(include_str!("remove.md"))
            .read_only(false)
            .destructive(true)
            .idempotent(true)
            .open_world(false)
            .icon("https://files.example/bin.png")
            .meta(json!({ "group" : "files" }))
            .strict()
            .parameter(&Self::path)
            .returns(&Self::__returns())
    }
    fn start(
        arguments: &mut facade::mcp::__private::Arguments<'_>,
    ) -> ::core::option::Option<facade::mcp::__private::Running> {
        let arg0 = arguments.take(&Self::path);
        let arg0 = arg0?;
        ::core::option::Option::Some(
            facade::mcp::__private::Running::new(
                Self::__returns(),
                async move { remove(arg0) },
            ),
        )
    }
}
