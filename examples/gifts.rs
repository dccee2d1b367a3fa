//! A shop that suggests gifts: an enum as an argument, a struct as the answer, a resource and a
//! prompt.
//!
//! Run with `cargo run -p examples --bin gifts`.

use mcp_core::{Json, prompt, prompts, resource, resources, schemars, server, tool, tools};
use serde::{Deserialize, Serialize};

/// What is celebrated.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Occasion {
    /// Somebody is a year older.
    Birthday,
    /// Two people marry.
    Wedding,
    /// Somebody has moved into a new home.
    Housewarming,
    /// Somebody stops working for good.
    Retirement,
}

use Occasion::{Birthday, Housewarming, Retirement, Wedding};

/// Something to give.
#[derive(Clone, Copy, Serialize, schemars::JsonSchema)]
struct Gift {
    /// What it is.
    name: &'static str,
    /// What it costs, in USD.
    price: f64,
}

/// Gifts that fit, the best first.
#[derive(Serialize, schemars::JsonSchema)]
struct Suggestions {
    gifts: Vec<Gift>,
}

/// A gift, when it is given, and to whom.
#[derive(Clone, Copy)]
struct Item {
    gift: Gift,
    occasions: &'static [Occasion],
    fans: &'static [&'static str],
}

const fn item(
    name: &'static str,
    price: f64,
    occasions: &'static [Occasion],
    fans: &'static [&'static str],
) -> Item {
    let gift = Gift { name, price };
    Item {
        gift,
        occasions,
        fans,
    }
}

/// All there is, from cheap to dear.
#[rustfmt::skip]
const CATALOGUE: [Item; 10] = [
    item("bread and salt", 8.5, &[Housewarming], &["cook", "neighbour"]),
    item("wooden puzzle", 14.0, &[Birthday], &["child", "niece", "nephew"]),
    item("pot of basil", 16.0, &[Birthday, Housewarming], &["cook", "gardener"]),
    item("detective novel", 18.0, &[Birthday, Retirement], &["reader", "father"]),
    item("set of garden tools", 39.0, &[Housewarming, Retirement], &["gardener"]),
    item("cast-iron pan", 45.0, &[Wedding, Housewarming], &["cook"]),
    item("linen tablecloth", 64.0, &[Wedding, Housewarming], &["couple", "host"]),
    item("hammock", 85.0, &[Birthday, Retirement], &["reader", "gardener"]),
    item("pair of binoculars", 129.0, &[Birthday, Retirement], &["hiker", "sailor"]),
    item("weekend by the sea", 420.0, &[Wedding, Retirement], &["couple", "sailor"]),
];

impl Item {
    fn is_made_for(&self, recipient: &str) -> bool {
        self.fans.iter().any(|fan| recipient.contains(fan))
    }
}

/// Suggests gifts for an occasion that cost no more than a budget.
#[tool(title = "Suggest gifts", read_only)]
fn suggest_gifts(
    /// What is celebrated.
    occasion: Occasion,
    /// The most that a gift may cost, in USD.
    budget: f64,
    /// Whom the gift is for, such as `my niece` or `a keen gardener`. What suits them comes first.
    recipient: Option<String>,
) -> Result<Suggestions, String> {
    let suitable = CATALOGUE
        .iter()
        .filter(|item| item.occasions.contains(&occasion));
    let mut items: Vec<&Item> = suitable
        .clone()
        .filter(|item| item.gift.price <= budget)
        .collect();
    if items.is_empty() {
        return Err(too_little(budget, suitable));
    }
    if let Some(recipient) = recipient.map(|recipient| recipient.to_lowercase()) {
        items.sort_by_key(|item| !item.is_made_for(&recipient));
    }
    let gifts = items.iter().map(|item| item.gift).collect();
    Ok(Suggestions { gifts })
}

/// Tells how far a budget must go, so that the model can ask again.
fn too_little<'a>(budget: f64, mut suitable: impl Iterator<Item = &'a Item>) -> String {
    // The catalogue is sorted by price.
    let Gift { name, price } = suitable.next().expect("every occasion has gifts").gift;
    format!(
        "no gift for this occasion costs {budget:.2} USD or less; the cheapest, {name}, costs {price:.2} USD"
    )
}

/// All gifts that the shop has, from cheap to dear.
#[resource("gift://catalog", title = "Gift catalogue")]
fn gift_catalog() -> Json<[Gift; CATALOGUE.len()]> {
    Json(CATALOGUE.map(|item| item.gift))
}

/// How congratulations sound.
#[derive(Clone, Copy, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Tone {
    Warm,
    Formal,
    Funny,
}

/// Asks for words to go with a gift.
#[prompt(title = "Congratulate")]
fn gift_congrats_style(
    occasion: Occasion,
    /// Who reads them.
    recipient: &str,
    /// How they sound.
    #[arg(default = Tone::Warm)]
    tone: Tone,
) -> String {
    let occasion = match occasion {
        Birthday => "a birthday",
        Wedding => "a wedding",
        Housewarming => "a new home",
        Retirement => "a retirement",
    };
    let tone = match tone {
        Tone::Warm => "warm",
        Tone::Formal => "formal",
        Tone::Funny => "funny",
    };
    format!("Write two {tone} sentences that congratulate {recipient} on {occasion}.")
}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(
        server!()
            .name("gifts")
            .tools(tools![suggest_gifts])
            .resources(resources![gift_catalog])
            .prompts(prompts![gift_congrats_style]),
    )
}
