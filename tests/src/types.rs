//! A tool for each kind of type that an author may write: it takes a value and gives it back.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI16, NonZeroU8, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use mcp_core::{ToolSet, data, tool, tools};

/// A plain enum, documented in part.
#[data]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// As quiet as it gets.
    #[default]
    Low,
    Middle,
    /// Everything.
    VeryHigh,
}

/// A variant's name around its data.
#[data]
pub enum External {
    Nothing,
    Number(u8),
    Pair(i32, String),
    Named { level: Level, note: Option<String> },
}

/// A variant's name beside its data.
#[data]
pub enum Internal {
    Nothing,
    Circle { radius: f64 },
    Square { side: f64, level: Option<Level> },
}

/// A variant's name and its data, side by side.
#[data]
#[serde(tag = "kind", content = "data")]
pub enum Adjacent {
    Nothing,
    Number(i16),
    Named { level: Level },
}

/// No variant's name at all.
#[data]
#[serde(untagged)]
pub enum Untagged {
    Truth(bool),
    Named { name: String },
    Many(Vec<u8>),
}

/// Structs in a struct.
#[data]
pub struct Order {
    /// Who ordered.
    customer: Customer,
    items: Vec<Item>,
    #[serde(default)]
    level: Level,
}

#[data]
pub struct Customer {
    name: String,
    #[serde(rename = "e-mail")]
    email: Option<String>,
}

#[data]
pub struct Item {
    sku: String,
    count: u32,
}

/// Members of another struct among one's own.
#[data]
pub struct Flat {
    id: u16,
    #[serde(flatten)]
    item: Item,
}

/// Members that serde is told about.
#[data]
pub struct Told {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default = "seven")]
    count: u8,
    #[serde(skip)]
    #[allow(dead_code)]
    hidden: u8,
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    text: u64,
}

fn seven() -> u8 {
    7
}

/// A number that travels as the letter `x`, so many times.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&"x".repeat(usize::try_from(*value).unwrap_or_default()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer).map(|text| text.len() as u64)
    }
}

/// Refuses what it does not know.
#[data]
#[serde(deny_unknown_fields)]
pub struct Closed {
    a: u8,
    b: Option<bool>,
}

/// A thing in things.
#[data]
pub struct Tree {
    name: String,
    children: Vec<Tree>,
}

/// A list in lists.
#[data]
pub enum Nested {
    Leaf {
        value: i8,
    },
    Branch {
        left: Box<Nested>,
        right: Box<Nested>,
    },
}

#[data]
pub struct Metres(f32);

#[data]
pub struct Pair<T> {
    first: T,
    second: Option<T>,
}

/// Limits that a decoder does not look at.
#[data]
pub struct Limited {
    #[schemars(range(min = 1, max = 10))]
    number: u32,
    #[schemars(length(min = 1, max = 3))]
    text: String,
    #[schemars(length(max = 2))]
    list: Vec<bool>,
    #[schemars(inner(range(min = 0.0, max = 1.0)))]
    shares: Vec<f64>,
}

/// The same, in the words of other crates.
#[data]
pub struct Validated {
    #[validate(range(min = 1, max = 10))]
    number: i64,
    #[garde(length(min = 2))]
    text: Option<String>,
    #[validate(contains(pattern = "@"))]
    at: String,
    #[schemars(extend("uniqueItems" = true))]
    list: Vec<u8>,
    #[schemars(extend("multipleOf" = 5))]
    step: u8,
}

#[data]
#[derive(Clone, Copy)]
pub struct Empty {}

#[data]
#[derive(Clone, Copy)]
pub struct Nothing;

#[data]
pub struct Row(u8, String);

/// Variants of another enum among one's own members.
#[data]
pub struct FlatVariant {
    id: u16,
    #[serde(flatten)]
    internal: Internal,
    #[serde(flatten)]
    adjacent: Adjacent,
}

/// Whatever else there is.
#[data]
pub struct FlatMap {
    id: u16,
    #[serde(flatten)]
    more: BTreeMap<String, i32>,
}

/// Structs in variants.
#[data]
#[serde(tag = "type")]
pub enum Wrapped {
    Item(Item),
    Customer(Customer),
    /// None of them.
    #[serde(other)]
    Other,
}

/// A variant without a name among others.
#[data]
pub enum Mixed {
    Named {
        level: Level,
    },
    #[serde(untagged)]
    Number(u8),
}

/// All of it may be left out.
#[data]
#[serde(default, rename_all = "camelCase")]
#[derive(Default)]
pub struct Defaulted {
    first_name: String,
    #[serde(alias = "years")]
    age_in_years: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    nick_name: Option<String>,
}

/// A number that is even.
#[data]
#[serde(try_from = "u8", into = "u8")]
#[schemars(with = "u8", extend("multipleOf" = 2))]
#[derive(Clone, Copy)]
pub struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        if number.is_multiple_of(2) {
            Ok(Self(number))
        } else {
            Err("it is odd")
        }
    }
}

impl From<Even> for u8 {
    fn from(Even(number): Even) -> Self {
        number
    }
}

macro_rules! given_back {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(
            /// Gives a value back.
            #[tool]
            pub fn $name(value: $type) -> mcp_core::Json<$type> {
                mcp_core::Json(value)
            }
        )*

        /// All of them.
        pub fn tools() -> ToolSet {
            tools![$($name),*]
        }
    };
}

given_back! {
    boolean: bool,
    int8: i8,
    int32: i32,
    int64: i64,
    unsigned8: u8,
    unsigned16: u16,
    unsigned64: u64,
    int128: i128,
    unsigned128: u128,
    size: usize,
    non_zero8: NonZeroU8,
    non_zero16: NonZeroI16,
    non_zero64: NonZeroU64,
    float32: f32,
    float64: f64,
    letter: char,
    string: String,
    path: PathBuf,
    unit: (),
    optional: Option<u8>,
    optional_enum: Option<Level>,
    list: Vec<i32>,
    list_of_lists: Vec<Vec<String>>,
    array: [u8; 3],
    tuple: (u8, String, Option<bool>),
    set: BTreeSet<u8>,
    map: HashMap<String, Vec<bool>>,
    map_by_number: BTreeMap<u16, String>,
    anything: serde_json::Value,
    object: serde_json::Map<String, serde_json::Value>,
    duration: Duration,
    level: Level,
    external: External,
    internal: Internal,
    adjacent: Adjacent,
    untagged: Untagged,
    order: Order,
    flat: Flat,
    told: Told,
    closed: Closed,
    tree: Tree,
    nested: Nested,
    metres: Metres,
    pair: Pair<Level>,
    limited: Limited,
    empty: Empty,
    boxed: Box<Item>,
    validated: Validated,
    nothing: Nothing,
    row: Row,
    flat_variant: FlatVariant,
    flat_map: FlatMap,
    wrapped: Wrapped,
    mixed: Mixed,
    defaulted: Defaulted,
    even: Even,
    outcome: Result<u8, String>,
    shared: Box<[Cow<'static, str>]>,
    queue: VecDeque<Option<u8>>,
    pairs: [(u8, bool); 2],
    texts: HashSet<String>,
    levels: BTreeSet<Level>,
    map_by_level: BTreeMap<Level, u8>,
    map_by_truth: BTreeMap<bool, u8>,
    map_by_letter: BTreeMap<char, u8>,
    map_by_id: BTreeMap<uuid::Uuid, u8>,
    span: std::ops::Range<u8>,
    address: std::net::IpAddr,
    time: chrono::NaiveTime,
    local: chrono::NaiveDateTime,
    abroad: chrono::DateTime<chrono::FixedOffset>,
    day: chrono::NaiveDate,
    moment: chrono::DateTime<chrono::Utc>,
    number_of: uuid::Uuid,
    link: url::Url,
}
