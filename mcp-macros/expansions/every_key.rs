#[allow(clippy::needless_pass_by_value, clippy::unused_async)]
pub(crate) fn remove(path: PathBuf) -> Result<(), io::Error> {
    fs::remove_file(path)
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
pub(crate) struct remove {}
#[allow(non_upper_case_globals)]
impl remove {
    const path: facade::mcp::__private::Parameter<PathBuf> = facade::mcp::__private::Parameter::new(
        "path",
    );
}
#[automatically_derived]
impl facade::mcp::Tool for remove {
    const NAME: &'static str = "files.remove";
    type Output = Result<(), io::Error>;
    fn returns() -> impl facade::mcp::__private::Shape<Return = Self::Output> {
        use facade::mcp::__private::{
            DisplayFailure as _, NoFailure as _, NoOutput as _, NoWords as _,
            StructuredSuccess as _,
        };
        facade::mcp::__private::Returns::<Result<(), io::Error>>::new()
            .success()
            .failure()
            .shape()
    }
    fn define() -> facade::mcp::__private::Definition {
        facade::mcp::__private::Definition::new(Self::NAME)
            .title("Remove a file")
            .description(include_str!("remove.md"))
            .read_only(false)
            .destructive(true)
            .idempotent(true)
            .open_world(false)
            .strict()
            .parameter(&Self::path)
            .returns(&Self::returns())
    }
    fn start(
        arguments: &mut facade::mcp::__private::Arguments<'_>,
    ) -> ::core::option::Option<facade::mcp::__private::Running> {
        let arg0 = arguments.take(&Self::path);
        let arg0 = arg0?;
        ::core::option::Option::Some(
            facade::mcp::__private::Running::new(
                Self::returns(),
                async move { remove(arg0) },
            ),
        )
    }
}
