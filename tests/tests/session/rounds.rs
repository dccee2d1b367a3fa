//! Resources and prompts that ask the client, in the stateless era: another round, as with tools.

use mcp_core::{Context, Result, Server, Session, form, prompt, prompts, resource, resources};
use serde_json::{Value, json};

use crate::context::Sent;
use crate::reply;

#[form]
struct Name {
    name: String,
}

#[resource("greeting://{place}")]
async fn greeting(ctx: &Context, place: String) -> Result<String> {
    let name = ctx.elicit::<Name>("Who are you?").key("who").await?;
    Ok(format!("{place}: hello, {}", name.or_stop()?.name))
}

#[prompt]
async fn ask(ctx: &Context, topic: String) -> Result<String> {
    let name = ctx.elicit::<Name>("Who are you?").key("who").await?;
    Ok(format!("{} asks about {topic}", name.or_stop()?.name))
}

fn session() -> Session {
    let server = Server::builder("test", "1.0.0")
        .resources(resources![greeting])
        .prompts(prompts![ask]);
    Session::with_transport(server.build().unwrap(), Sent::default())
}

/// The answer to a request with these members of `params`.
fn answer(session: &mut Session, method: &str, members: &Value, more: &Value) -> Value {
    let mut params = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    } });
    for (name, value) in [members, more]
        .into_iter()
        .flat_map(|one| one.as_object().unwrap())
    {
        params[name] = value.clone();
    }
    let frame = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    serde_json::from_str(&reply(session, frame.to_string())).expect("JSON")
}

fn answers(asked: &Value) -> Value {
    let who = json!({ "who": { "action": "accept", "content": { "name": "Ann" } } });
    json!({ "inputResponses": who, "requestState": asked["result"]["requestState"] })
}

#[test]
fn a_resource_asks_and_is_read_with_the_answer() {
    let mut session = session();
    let uri = json!({ "uri": "greeting://hall" });
    let asked = answer(&mut session, "resources/read", &uri, &json!({}));
    assert_eq!(asked["result"]["resultType"], "input_required");
    assert!(asked["result"].get("ttlMs").is_none());
    let read = answer(&mut session, "resources/read", &uri, &answers(&asked));
    assert_eq!(read["result"]["contents"][0]["text"], "hall: hello, Ann");
    assert_eq!(read["result"]["ttlMs"], 0);
    let other = json!({ "uri": "greeting://cellar" });
    let refused = answer(&mut session, "resources/read", &other, &answers(&asked));
    assert_eq!(refused["error"]["code"], -32602);
}

#[test]
fn a_prompt_asks_and_is_made_with_the_answer() {
    let mut session = session();
    let members = json!({ "name": "ask", "arguments": { "topic": "tea" } });
    let asked = answer(&mut session, "prompts/get", &members, &json!({}));
    assert_eq!(
        asked["result"]["inputRequests"]["who"]["method"],
        "elicitation/create"
    );
    let made = answer(&mut session, "prompts/get", &members, &answers(&asked));
    assert_eq!(
        made["result"]["messages"][0]["content"]["text"],
        "Ann asks about tea"
    );
    let other = json!({ "name": "ask", "arguments": { "topic": "coffee" } });
    let refused = answer(&mut session, "prompts/get", &other, &answers(&asked));
    assert_eq!(refused["error"]["code"], -32602);
}
