//! The entries of an attribute's list: `key` or `key = value`, and what their values may be.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, ExprRange, Lit, LitBool, LitStr, Path, Token, parse_quote_spanned};

use crate::attribute::Timeout;
use crate::errors::Errors;

/// `key` or `key = value`.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Option<Expr>,
    /// Where something else follows the key, as in `key: value` or `key(value)`.
    excess: Option<Span>,
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("expected a key, as in `key = value`"));
        }
        let mut entry = Self {
            key: input.call(Ident::parse_any)?,
            value: None,
            excess: None,
        };
        match input.parse::<Option<Token![=]>>()? {
            Some(equals) if input.is_empty() || input.peek(Token![,]) => {
                let message = format!("`{}` needs a value after `=`", entry.key);
                return Err(syn::Error::new_spanned(equals, message));
            }
            Some(_) => entry.value = Some(ungrouped(input.parse()?)),
            None => {}
        }
        while !input.is_empty() && !input.peek(Token![,]) {
            let token: TokenTree = input.parse()?;
            entry.excess.get_or_insert(token.span());
        }
        Ok(entry)
    }
}

/// An expression that a `macro_rules!` handed on, without the group that it comes in.
fn ungrouped(expression: Expr) -> Expr {
    match expression {
        Expr::Group(group) => ungrouped(*group.expr),
        other => other,
    }
}

impl Entry {
    /// A value that has to be a string. One that is no literal is checked by the compiler.
    pub(crate) fn text(self) -> syn::Result<Expr> {
        let key = self.key.clone();
        match self.value()? {
            Expr::Lit(ExprLit { lit, .. }) if !matches!(lit, Lit::Str(_)) => {
                let message = format!("`{key}` is a string: `{key} = \"...\"`");
                Err(syn::Error::new_spanned(lit, message))
            }
            value => Ok(value),
        }
    }

    pub(crate) fn value(self) -> syn::Result<Expr> {
        let key = self.key;
        self.value.ok_or_else(|| {
            syn::Error::new_spanned(&key, format!("`{key}` needs a value: `{key} = \"...\"`"))
        })
    }

    /// `key`, `key = true` or `key = false`.
    pub(crate) fn flag(&self) -> syn::Result<bool> {
        match &self.value {
            None => Ok(true),
            Some(value) => {
                let parsed: syn::Result<LitBool> = syn::parse2(quote!(#value));
                let message = format!(
                    "`{0}` is `true` or `false`: `{0}` alone, or `{0} = false`",
                    self.key
                );
                parsed
                    .map(|flag| flag.value)
                    .map_err(|_| syn::Error::new_spanned(value, message))
            }
        }
    }

    pub(crate) fn icons(self) -> syn::Result<Vec<Expr>> {
        match self.value()? {
            Expr::Array(icons) => icons.elems.into_iter().map(icon).collect(),
            other => Err(syn::Error::new_spanned(
                other,
                "`icons` is a list: `icons = [\"https://...\"]`; write `icon` for one",
            )),
        }
    }

    /// The expression of a JSON object. One that is no literal is checked by the compiler.
    pub(crate) fn object(self) -> syn::Result<Expr> {
        match self.value()? {
            other @ (Expr::Lit(_) | Expr::Array(_)) => Err(syn::Error::new_spanned(
                other,
                "`meta` is a JSON object: `meta = mcp_core::json!({ \"key\": \"value\" })`",
            )),
            value => Ok(value),
        }
    }

    /// The rest of a header's name, a token of HTTP.
    pub(crate) fn header(self) -> syn::Result<LitStr> {
        let is_token = |text: &str| {
            let is_legal = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
            !text.is_empty() && text.chars().all(is_legal)
        };
        match self.value()? {
            Expr::Lit(ExprLit {
                lit: Lit::Str(name),
                ..
            }) if is_token(&name.value()) => Ok(name),
            other => Err(syn::Error::new_spanned(
                other,
                "`header` is what follows `Mcp-Param-` in a header's name, letters, digits and `-` as in `header = \"Region\"`",
            )),
        }
    }

    /// A time such as `"30s"`.
    pub(crate) fn timeout(self) -> syn::Result<Timeout> {
        let span = self.key.span();
        let value = self.value()?;
        let time = match &value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => milliseconds(&text.value()),
            _ => None,
        };
        time.map(|milliseconds| Timeout { milliseconds, span })
            .ok_or_else(|| {
                syn::Error::new_spanned(
                    value,
                    "`timeout` is a whole number above zero with its unit: `\"500ms\"`, `\"30s\"` or `\"5m\"`",
                )
            })
    }

    /// Whether a tool has to run as a task.
    pub(crate) fn task(self) -> syn::Result<Expr> {
        match self.value {
            None => Ok(parse_quote_spanned!(self.key.span()=> false)),
            Some(Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            })) if text.value() == "required" => Ok(parse_quote_spanned!(self.key.span()=> true)),
            Some(other) => Err(syn::Error::new_spanned(
                other,
                "`task` stands alone, or is `task = \"required\"` for a tool that is of no use otherwise",
            )),
        }
    }

    pub(crate) fn len(self) -> syn::Result<Expr> {
        match self.value()? {
            Expr::Range(range) if range.start.is_none() && range.end.is_none() => {
                let message = "`len` is a length or a range with at least one end: `len = 1..=63`";
                Err(syn::Error::new_spanned(range, message))
            }
            len => Ok(len),
        }
    }

    pub(crate) fn range(self) -> syn::Result<ExprRange> {
        match self.value()? {
            Expr::Range(range) if range.start.is_some() || range.end.is_some() => {
                let mut ends = range.start.iter().chain(&range.end);
                match ends.find(|end| is_no_number(end)) {
                    Some(end) => Err(syn::Error::new_spanned(
                        end,
                        "`range` is of numbers: `range = 1..=10`; the length of a string is `len`",
                    )),
                    None => Ok(range),
                }
            }
            other => Err(syn::Error::new_spanned(
                other,
                "`range` is a range with at least one end: `range = 1..=10`",
            )),
        }
    }

    pub(crate) fn ident(self) -> syn::Result<Ident> {
        let key = self.key.clone();
        let path = self.value()?;
        syn::parse2(path.to_token_stream()).map_err(|_| {
            syn::Error::new_spanned(path, format!("`{key}` is a name: `{key} = admin_tools`"))
        })
    }

    /// The path of a function.
    pub(crate) fn function(self) -> syn::Result<Path> {
        let key = self.key.clone();
        match self.value()? {
            Expr::Path(path) if path.qself.is_none() => Ok(path.path),
            other => Err(syn::Error::new_spanned(
                other,
                format!("`{key}` names a function: `{key} = cities`"),
            )),
        }
    }

    pub(crate) fn path(self) -> syn::Result<Path> {
        match self.value()? {
            Expr::Path(path) if path.qself.is_none() => Ok(path.path),
            other => Err(syn::Error::new_spanned(
                other,
                "`crate` is the path of mcp-core: `crate = ::my_facade::mcp_core`",
            )),
        }
    }
}

fn is_no_number(end: &Expr) -> bool {
    let Expr::Lit(ExprLit { lit, .. }) = end else {
        return false;
    };
    !matches!(lit, Lit::Int(_) | Lit::Float(_))
}

/// An icon or its address. What is no literal is checked when the server is built.
pub(crate) fn icon(icon: Expr) -> syn::Result<Expr> {
    let is_legal = |text: &str| {
        let mut schemes = ["https:", "http:", "data:"].iter();
        schemes.any(|scheme| text.starts_with(scheme))
    };
    match &icon {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(text) if is_legal(&text.value()) => Ok(icon),
            _ => Err(syn::Error::new_spanned(
                icon,
                "an icon is an address that begins with `https:`, `http:` or `data:`, or an `Icon`",
            )),
        },
        _ => Ok(icon),
    }
}

fn milliseconds(time: &str) -> Option<u64> {
    let digits = time.len() - time.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = time.split_at(digits);
    let unit = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        _ => return None,
    };
    let time = number.parse::<u64>().ok()?.checked_mul(unit)?;
    (time > 0).then_some(time)
}

/// The entries whose key is known and has not come before; errors for the others.
pub(crate) fn entries(tokens: TokenStream, known: &[&str], errors: &mut Errors) -> Vec<Entry> {
    let parsed = Punctuated::<Entry, Token![,]>::parse_terminated.parse2(tokens);
    let mut entries: Vec<Entry> = Vec::new();
    for entry in errors.take(parsed).into_iter().flatten() {
        let key = &entry.key;
        if !known.iter().any(|known| key == known) {
            errors.push(syn::Error::new_spanned(key, unknown(key, known)));
        } else if entries.iter().any(|earlier| earlier.key == *key) {
            errors.push(syn::Error::new_spanned(
                key,
                format!("`{key}` is given twice; keep one"),
            ));
        } else if let Some(excess) = entry.excess {
            let message = format!("expected `=` or `,` after `{key}`");
            errors.push(syn::Error::new(excess, message));
        } else {
            entries.push(entry);
        }
    }
    entries
}

fn unknown(key: &Ident, known: &[&str]) -> String {
    let hint = nearest(&key.to_string(), known)
        .map(|near| format!(", did you mean `{near}`?"))
        .unwrap_or_default();
    format!("unknown key `{key}`{hint} (known: {})", listed(known))
}

/// The known key that begins most like `key`. Keys are few and begin differently, so that is
/// what a misspelling keeps.
fn nearest<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = |name: &str| name.replace('_', "").to_lowercase();
    let key = letters(key);
    let common = |known: &str| {
        let known = letters(known);
        key.chars()
            .zip(known.chars())
            .take_while(|(a, b)| a == b)
            .count()
    };
    known
        .iter()
        .copied()
        .max_by_key(|known| common(known))
        .filter(|known| common(known) >= 3)
}

pub(crate) fn listed(known: &[&str]) -> String {
    let known: Vec<_> = known.iter().map(|key| format!("`{key}`")).collect();
    known.join(", ")
}
