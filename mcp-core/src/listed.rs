//! Lists that are written down: what `tools![]`, `resources![]` and `prompts![]` have in common.

use crate::definition::Definition;
use crate::kind::Kind;
use crate::registered::{Registered, StartFn};

/// An entry of such a list.
#[derive(Debug)]
pub struct Listed {
    kind: Kind,
    path: &'static str,
    /// The name, or the URI of a resource.
    name: &'static str,
    define: fn() -> Definition,
    start: StartFn,
}

impl Listed {
    pub(crate) const fn new(
        kind: Kind,
        name: &'static str,
        define: fn() -> Definition,
        start: StartFn,
    ) -> Self {
        Self {
            kind,
            path: "",
            name,
            define,
            start,
        }
    }

    pub(crate) fn register(&self) -> Registered {
        Registered::function((self.define)(), self.start)
    }

    /// Sets the path that the function was written as.
    #[must_use]
    pub const fn at(self, path: &'static str) -> Self {
        Self { path, ..self }
    }
}

/// What the attributes and the lists of functions that carry them fill a set with.
macro_rules! filled {
    ($set:ident . $functions:ident) => {
        impl $set {
            /// Adds a method as its attribute writes it.
            #[doc(hidden)]
            pub fn with_method(
                mut self,
                definition: $crate::definition::Definition,
                start: impl Fn(
                    &mut $crate::arguments::Arguments<'_>,
                ) -> Option<$crate::running::Running>
                + Send
                + Sync
                + 'static,
            ) -> Self {
                let function = $crate::registered::Registered::new(definition, start);
                self.$functions.push(function);
                self
            }

            /// Adds what is listed.
            #[doc(hidden)]
            pub fn listed(list: &[$crate::listed::Listed]) -> Self {
                let mut set = Self::new();
                set.$functions = list.iter().map($crate::listed::Listed::register).collect();
                set
            }
        }
    };
}

pub(crate) use filled;

/// A list of functions that carry an attribute, by path, as a set.
#[doc(hidden)]
#[macro_export]
macro_rules! __listed {
    ($set:ident of $offered:ident: $($(#[$attribute:meta])* $function:path),* $(,)?) => {{
        const LIST: &[$crate::__private::Listed] = &[
            $($(#[$attribute])* <$function as $crate::$offered>::LISTED.at(::core::stringify!($function))),*
        ];
        const _: () = match $crate::__private::fault(LIST) {
            ::core::option::Option::Some(fault) => ::core::panic!("{}", fault.read()),
            ::core::option::Option::None => {}
        };
        $crate::$set::listed(LIST)
    }};
}

/// Finds, at compile time, a name that is illegal or stands twice in one list.
pub const fn fault(list: &[Listed]) -> Option<Message> {
    let mut i = 0;
    while i < list.len() {
        let Listed { path, name, .. } = &list[i];
        let (word, is_resource) = (list[i].kind.word(), matches!(list[i].kind, Kind::Resource));
        if !is_resource && !is_legal(name) {
            let message = Message::new().quote(path).text(" is called ").quote(name);
            let message = message.text(", but a ").text(word);
            return Some(message.text("'s name is 1 to 64 of `A-Z a-z 0-9 _ . -`"));
        }
        let mut j = 0;
        while j < i {
            let earlier = &list[j];
            if same(earlier.path, path) {
                let message = Message::new().quote(path);
                return Some(message.text(" stands twice in this list"));
            }
            if same(earlier.name, name) {
                let message = Message::new().quote(earlier.path).text(" and ").quote(path);
                if is_resource {
                    let message = message.text(" are both the resource ").quote(name);
                    return Some(message.text("; give one another URI"));
                }
                let message = message.text(" are both called ").quote(name);
                let message = message.text("; rename one with `#[").text(word);
                return Some(message.text("(name = \"...\")]`"));
            }
            j += 1;
        }
        i += 1;
    }
    None
}

/// Whether every client and model API takes this as a name.
pub(crate) const fn is_legal(name: &str) -> bool {
    let name = name.as_bytes();
    let mut i = 0;
    while i < name.len() {
        if !(name[i].is_ascii_alphanumeric() || matches!(name[i], b'_' | b'.' | b'-')) {
            return false;
        }
        i += 1;
    }
    !name.is_empty() && name.len() <= 64
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len()
}

/// A message put together at compile time, where `format!` does not reach.
#[derive(Debug)]
pub struct Message {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl Message {
    const CAPACITY: usize = 512;

    const fn new() -> Self {
        Self {
            bytes: [0; Self::CAPACITY],
            length: 0,
        }
    }

    const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.length < Self::CAPACITY {
            self.bytes[self.length] = text[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    const fn quote(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    /// What the message says.
    pub const fn read(&self) -> &str {
        let (message, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(message) {
            Ok(message) => message,
            Err(_) => "two functions have the same name, or one has an illegal name",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn listed(path: &'static str, name: &'static str) -> Listed {
        Listed {
            path,
            ..Listed::new(Kind::Tool, name, || unreachable!(), |_| unreachable!())
        }
    }

    #[test]
    fn a_legal_name_is_one_that_every_client_takes() {
        for name in ["a", "git.log", "A-b_9", &"x".repeat(64)] {
            assert!(is_legal(name), "{name}");
        }
        for name in ["", "a b", "a/b", "ä", "a,b", &"x".repeat(65)] {
            assert!(!is_legal(name), "{name}");
        }
    }

    #[test]
    fn a_name_that_stands_twice_is_refused_with_both_paths() {
        let tools = [
            listed("a::run", "run"),
            listed("c", "c"),
            listed("b::run", "run"),
        ];
        let fault = fault(&tools).expect("a fault");
        let expected = "`a::run` and `b::run` are both called `run`; rename one with `#[tool(name = \"...\")]`";
        assert_eq!(fault.read(), expected);
    }

    #[test]
    fn a_tool_that_stands_twice_is_refused() {
        let fault = fault(&[listed("run", "run"), listed("run", "run")]).expect("a fault");
        assert_eq!(fault.read(), "`run` stands twice in this list");
    }

    #[test]
    fn an_illegal_name_is_refused_with_its_path() {
        let fault = fault(&[listed("bad", "a b")]).expect("a fault");
        assert!(fault.read().starts_with("`bad` is called `a b`, but"));
    }
}
