//! Golden expansions: what the compiler sees for each feature, formatted as one would read it.
//!
//! `BLESS=1 cargo test -p mcp-macros` writes the files anew; review them like code.

use std::path::PathBuf;

use proc_macro2::TokenStream;
use quote::quote;

use crate::kind::Kind;

fn assert_expands(feature: &str, attribute: TokenStream, item: TokenStream) {
    assert_is_written(feature, crate::expand(Kind::Tool, attribute, item));
}

/// The texts of the errors in a resource's URI.
fn uri_errors(uri: &str) -> Vec<String> {
    let expansion = crate::expand(Kind::Resource, quote!(#uri), quote! { fn f(id: String) {} });
    messages(&expansion)
}

fn assert_is_written(feature: &str, expansion: TokenStream) {
    let file = syn::parse2(expansion).expect("an expansion is a list of items");
    let expansion = prettyplease::unparse(&file);
    let golden = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("expansions/{feature}.rs"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&golden, &expansion).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    assert_eq!(
        expansion, expected,
        "{feature} differs; `BLESS=1` accepts it"
    );
}

/// The texts of the `compile_error!`s in an expansion, and what is left without them.
fn errors(attribute: TokenStream, item: TokenStream) -> Vec<String> {
    messages(&crate::expand(Kind::Tool, attribute, item))
}

fn messages(expansion: &TokenStream) -> Vec<String> {
    let expansion = expansion.to_string();
    let messages = expansion.split("compile_error ! { \"").skip(1);
    messages
        .map(|rest| rest.split("\" }").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_function_without_arguments() {
    assert_expands(
        "no_arguments",
        quote!(),
        quote! {
            /// The time in Greenwich.
            #[tool]
            pub fn time() -> String {
                clock::now()
            }
        },
    );
}

#[test]
fn documented_and_defaulted_arguments() {
    assert_expands(
        "arguments",
        quote!(),
        quote! {
            /// Adds two integers.
            async fn add(
                /// First addend.
                a: i64,
                /// Second addend.
                #[arg(default = 0)]
                mut b: i64,
                #[arg(name = "unit", default)] _unit: Option<Unit>,
            ) -> i64 {
                a + b
            }
        },
    );
}

#[test]
fn every_key_of_the_attribute() {
    assert_expands(
        "every_key",
        quote! {
            name = "files.remove", title = "Remove a file", description = include_str!("remove.md"),
            read_only = false, destructive, idempotent = true, open_world = false, strict,
            icon = "https://files.example/bin.png", meta = json!({ "group": "files" }),
            crate = facade::mcp
        },
        quote! {
            pub(crate) fn remove(path: PathBuf) -> Result<(), io::Error> {
                fs::remove_file(path)
            }
        },
    );
}

#[test]
fn documentation_of_every_form() {
    assert_expands(
        "documentation",
        quote!(),
        quote! {
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
        },
    );
}

#[test]
fn arguments_with_limits_and_lent_ones() {
    assert_expands(
        "limits",
        quote!(),
        quote! {
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
                #[arg(alias = "svc", len = 1..=63, example = "api")] service: &str,
                #[arg(default = 1, range = 1..=10)] replicas: u32,
            ) -> Result<Deployment> {
                cluster.deploy(service, replicas).await
            }
        },
    );
}

#[test]
fn methods_of_a_generic_type() {
    assert_expands(
        "methods",
        quote!(prefix = "repo."),
        quote! {
            impl<G: Graph> Repo<G> {
                const LIMIT: u32 = 20;

                /** Shows the log.
                 *
                 *  - newest first
                 */
                #[tool(read_only)]
                async fn log(&self, #[arg(default = Self::LIMIT)] count: u32) -> Vec<Commit> {
                    self.graph.newest(count).await
                }

                #[tool]
                #[cfg(feature = "write")]
                fn push(&self, remote: &str) {}

                fn helper(&mut self) {}
            }
        },
    );
}

#[test]
fn methods_with_examples() {
    assert_expands(
        "method_examples",
        quote!(),
        quote! {
            impl Repo {
                /// Shows the log.
                ///
                /// # Examples
                /// ```json
                /// {"count": 3}
                /// ```
                #[tool]
                fn log(&self, count: u32) {}
            }
        },
    );
}

#[test]
fn a_function_that_holds_its_thread() {
    assert_expands(
        "blocking",
        quote!(blocking, timeout = "2m", max_output = 50_000, task),
        quote! {
            fn factor(number: u64) -> Vec<u64> {
                primes::factors(number)
            }
        },
    );
}

#[test]
fn a_type_that_travels_as_json() {
    let item = quote! {
        /// How it is paid.
        #[derive(Debug)]
        enum Payment {
            Invoice,
            /// By card.
            Card { number: String },
        }
    };
    assert_is_written("data", crate::data::expand(quote!(), &item));
}

#[test]
fn a_form_and_a_choice_in_it() {
    let form = quote! {
        /// Where to sit.
        struct Seat {
            place: Place,
            note: Option<String>,
        }
    };
    assert_is_written("form", crate::form::expand(quote!(), &form));
    let choice = quote! {
        enum Place {
            Window,
            Aisle,
        }
    };
    assert_is_written("choice", crate::form::expand(quote!(), &choice));
}

#[test]
fn names_that_could_clash() {
    assert_expands(
        "names",
        quote!(),
        quote! {
            fn r#match(r#type: String, arguments: u8, arg0: u8) -> u8 {
                arguments + arg0
            }
        },
    );
}

#[test]
fn a_body_that_does_not_parse_is_kept_for_the_editor() {
    let expansion = crate::expand(Kind::Tool, quote!(), quote! { fn f(a: i64) -> i64 { a. } });
    assert!(
        expansion
            .to_string()
            .contains("fn f (a : i64) -> i64 { a . }")
    );
}

#[test]
fn mistakes_leave_the_function_and_are_reported_together() {
    let item = quote! { fn f(a: impl Into<u8>, (b, c): (u8, u8)) {} };
    let expansion = crate::expand(Kind::Tool, quote!(descripton = "x"), item.clone()).to_string();
    assert!(expansion.contains("fn f (a : impl Into < u8 > , (b , c) : (u8 , u8)) { }"));
    assert_eq!(
        errors(quote!(descripton = "x"), item),
        [
            "unknown key `descripton`, did you mean `description`? (known: `name`, `title`, `description`, \
             `read_only`, `destructive`, `idempotent`, `open_world`, `icon`, `icons`, `meta`, `strict`, `blocking`, `timeout`, `max_output`, `task`, `crate`)",
            "an argument needs a type, which its schema is made from; write it instead of `impl`",
            "an argument is a plain name, which clients see; take it apart in the body",
        ]
    );
}

#[test]
fn a_resource_that_is_a_template() {
    let attribute = quote! {
        "orders://{id}/lines{?limit}", mime_type = "text/csv", audience = [Role::User],
        list = open_orders, icon = "https://orders.example/box.png"
    };
    let item = quote! {
        /// The lines of an order.
        async fn lines(
            orders: State<Orders>,
            #[arg(complete = numbers)] id: u64,
            limit: Option<usize>,
        ) -> Result<String, NotFound> {
            orders.lines(id, limit).await
        }
    };
    assert_is_written("resource", crate::expand(Kind::Resource, attribute, item));
}

#[test]
fn a_prompt() {
    let item = quote! {
        /// Asks for a review.
        fn review(
            /// What to review.
            code: &str,
            #[arg(default = "Rust")] language: String,
        ) -> [PromptMessage; 2] {
            ask(code, language)
        }
    };
    let expansion = crate::expand(Kind::Prompt, quote!(title = "Review"), item);
    assert_is_written("prompt", expansion);
}

#[test]
fn methods_that_are_resources_beside_tools() {
    let item = quote! {
        impl Repo {
            #[resource("repo://head")]
            fn head(&self) -> String {
                self.head.clone()
            }

            /// Shows the log.
            #[tool]
            fn log(&self, #[arg(default = 3)] count: u32) {}
        }
    };
    let expansion = crate::expand(Kind::Resource, quote!(), item);
    assert_is_written("resource_methods", expansion);
}

#[test]
fn what_no_uri_can_be_told_from_is_refused() {
    let refused = [
        ("shop", "is no URI"),
        (
            "https://shop.example/{id}",
            "clients fetch `https:` by themselves",
        ),
        (
            "HTTP://shop.example",
            "clients fetch `https:` by themselves",
        ),
        ("x://{id", "is not closed"),
        ("x://id}/{id}", "closes nothing"),
        ("x://a b/{id}", "write `%20`"),
        ("x://{id}{+rest}", "where a variable ends"),
        ("x://{id}/{id}", "`id` stands twice"),
        ("x://{+id}/a/{+b}", "tell two `{+variables}` apart"),
        ("x://{id*}", "write `{id}`"),
        ("x://{id:3}", "write `{id}`"),
        ("x://{/id}", "write `/{id}`"),
        ("x://{id,b}", "of several variables"),
        ("x://{#id}", "the operator `#`"),
        ("x://{?id}/x", "stands at the end"),
        ("x://{}/{id}", "names no variable"),
        ("x://{name}", "no parameter takes the variable `name`"),
    ];
    for (uri, expected) in refused {
        let errors = uri_errors(uri);
        assert!(
            errors.iter().any(|error| error.contains(expected)),
            "{uri}: {errors:?}"
        );
    }
    for uri in [
        "x://a",
        "x:{id}",
        "x://{+id}.md",
        "x://y{?id}",
        "a+b.c-d://{id}/z{?id2}",
    ] {
        let errors = uri_errors(uri);
        let unknown = errors
            .iter()
            .filter(|error| !error.contains("no parameter takes"));
        assert_eq!(unknown.count(), 0, "{uri}: {errors:?}");
    }
}
