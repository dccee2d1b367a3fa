//! The fixtures of the official conformance suite, which tries every feature of the protocol.
//!
//! Run with `cargo run -p examples --bin everything`.

use std::future::IntoFuture;
use std::time::Duration;

use mcp_core::{
    Asked, Audio, CallToolResult, Completing, Content, Context, EmbeddedResource, ErrorCode,
    ErrorObject, Image, Json, PromptMessage, Result, RuntimeTool, ToolError, bail, form, json,
    prompt, prompts, resource, resources, server, tool, tools,
};
use serde::Serialize;

/// A red pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 12, b'I', b'D', b'A', b'T',
    0x08, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0, 0, 3, 1, 1, 0, 0x18, 0xdd, 0x8d, 0xb0, 0, 0, 0, 0, b'I',
    b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// No sound at all.
const WAV: &[u8] =
    b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0";

fn png() -> Image {
    Image::new(PNG, "image/png")
}

/// Returns a text.
#[tool]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Returns an image.
#[tool]
fn test_image_content() -> Image {
    png()
}

/// Returns a sound.
#[tool]
fn test_audio_content() -> Audio {
    Audio::new(WAV, "audio/wav")
}

/// Returns a resource.
#[tool]
fn test_embedded_resource() -> EmbeddedResource {
    let text = "This is an embedded resource content.";
    EmbeddedResource::text("test://embedded-resource", text).mime_type("text/plain")
}

/// Returns content of several kinds.
#[tool]
fn test_multiple_content_types() -> (&'static str, Image, EmbeddedResource) {
    let data = json!({ "test": "data", "value": 123 }).to_string();
    (
        "Multiple content types test:",
        png(),
        EmbeddedResource::text("test://mixed-content-resource", data).mime_type("application/json"),
    )
}

/// Fails.
#[tool]
fn test_error_handling() -> Result<()> {
    bail!("This tool intentionally returns an error for testing")
}

/// Tells its progress.
#[tool]
async fn test_tool_with_progress(ctx: &Context) -> &'static str {
    let progress = ctx.progress(100);
    for done in [0, 50, 100] {
        progress.set(done);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Done"
}

/// Logs three messages.
#[tool]
async fn test_tool_with_logging(ctx: &Context) -> &'static str {
    for message in ["started", "processing data", "completed"] {
        ctx.info(format!("Tool execution {message}"));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "Done"
}

/// Logs, for who asks for it.
#[tool]
fn test_logging_tool(ctx: &Context) -> &'static str {
    ctx.info("The logging tool was called");
    "Done"
}

/// Asks the client's model.
#[tool]
async fn test_sampling(ctx: &Context, prompt: String) -> Result<String> {
    let answer = ctx.sample(prompt).max_tokens(100).await?;
    Ok(format!("LLM response: {}", answer.text()))
}

/// Asks the client's model, which not all clients have.
#[tool]
async fn test_missing_capability(ctx: &Context) -> Result<String> {
    Ok(ctx.sample("Hello").await?.text())
}

#[form]
#[derive(Debug)]
struct Contact {
    /// Your name.
    username: String,
    /// Where to write to.
    email: String,
}

/// Asks the user for something.
#[tool]
async fn test_elicitation(ctx: &Context, message: String) -> Result<String> {
    let contact = ctx.elicit::<Contact>(message).await?.accepted();
    Ok(format!("User response: {contact:?}"))
}

/// Asks the user from within a call.
#[tool]
async fn test_streaming_elicitation(ctx: &Context) -> Result<String> {
    let name = ctx.elicit::<Name>("What is your name?").await?.or_stop()?;
    Ok(format!("Hello, {}!", name.name))
}

#[form]
#[derive(Clone, Copy, Debug, Default)]
enum Status {
    #[default]
    Active,
    Inactive,
    Pending,
}

fn john() -> String {
    "John Doe".to_owned()
}

#[form]
#[derive(Debug)]
struct Defaults {
    #[serde(default = "john")]
    name: String,
    #[serde(default = "thirty")]
    age: u8,
    #[serde(default = "score")]
    score: f64,
    #[serde(default)]
    status: Status,
    #[serde(default = "yes")]
    verified: bool,
}

fn thirty() -> u8 {
    30
}

fn score() -> f64 {
    95.5
}

fn yes() -> bool {
    true
}

/// Asks the user with all fields filled in.
#[tool]
async fn test_elicitation_sep1034_defaults(ctx: &Context) -> Result<String> {
    let asked = ctx.elicit::<Defaults>("Please review the defaults").await?;
    Ok(format!("Elicitation completed: {:?}", asked.accepted()))
}

/// One of five ways to let the user choose: by the names of the variants.
#[form]
#[derive(Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Untitled {
    Option1,
    Option2,
    Option3,
}

/// By what their documentation says.
#[form]
#[derive(Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Titled {
    /// First option
    Value1,
    /// Second option
    Value2,
    /// Third option
    Value3,
}

/// In the way of older clients.
#[form]
#[derive(Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("enumNames" = ["Option one", "Option two", "Option three"]))]
enum Legacy {
    Opt1,
    Opt2,
    Opt3,
}

#[form]
#[derive(Debug)]
#[serde(rename_all = "camelCase")]
struct Choices {
    untitled_single: Untitled,
    titled_single: Titled,
    legacy_enum: Legacy,
    untitled_multi: Vec<Untitled>,
    titled_multi: Vec<Titled>,
}

/// Lets the user choose in every way there is.
#[tool]
async fn test_elicitation_sep1330_enums(ctx: &Context) -> Result<String> {
    let asked = ctx.elicit::<Choices>("Please choose").await?;
    Ok(format!("Elicitation completed: {:?}", asked.accepted()))
}

#[form]
#[derive(Debug)]
struct Name {
    name: String,
}

#[form]
#[derive(Debug)]
struct Color {
    color: String,
}

#[form]
#[derive(Debug)]
struct Agreed {
    ok: bool,
}

/// Asks for a name in another round of the call.
#[tool]
async fn test_input_required_result_elicitation(ctx: &Context) -> Result<String> {
    let asked = ctx.elicit::<Name>("What is your name?").key("user_name");
    Ok(format!("Hello, {}!", asked.await?.or_stop()?.name))
}

/// Asks the client's model in another round.
#[tool]
async fn test_input_required_result_sampling(ctx: &Context) -> Result<String> {
    let asked = ctx
        .sample("What is the capital of France?")
        .key("capital_question");
    Ok(asked.await?.text())
}

/// Asks for the client's roots in another round.
#[tool]
async fn test_input_required_result_list_roots(ctx: &Context) -> Result<String> {
    let roots = ctx.roots().key("client_roots").await?;
    Ok(format!("{} roots", roots.len()))
}

/// Goes on where it was, by what the client hands back.
#[tool]
async fn test_input_required_result_request_state(ctx: &Context) -> Result<&'static str> {
    let asked = ctx.elicit::<Agreed>("Please confirm").key("confirm");
    asked.await?.or_stop()?;
    Ok("state-ok")
}

/// Notices when the client has changed what it hands back.
#[tool]
async fn test_input_required_result_tampered_state(ctx: &Context) -> Result<&'static str> {
    let asked = ctx.elicit::<Agreed>("Please confirm").key("confirm");
    asked.await?.or_stop()?;
    Ok("state-ok")
}

/// Asks for three things at once.
#[tool]
async fn test_input_required_result_multiple_inputs(ctx: &Context) -> Result<String> {
    let name = ctx.elicit::<Name>("What is your name?").key("user_name");
    let greeting = ctx.sample("Generate a greeting").key("greeting");
    let roots = ctx.roots().key("client_roots");
    let (name, greeting, roots) = tokio::join!(name, greeting, roots);
    let name = name?.or_stop()?.name;
    Ok(format!("{name}: {} {}", greeting?.text(), roots?.len()))
}

/// Asks for one thing after another.
#[tool]
async fn test_input_required_result_multi_round(ctx: &Context) -> Result<String> {
    let name = ctx
        .elicit::<Name>("Step 1: what is your name?")
        .key("step1");
    let name = name.await?.or_stop()?.name;
    let color = ctx
        .elicit::<Color>("Step 2: what is your favorite color?")
        .key("step2");
    let color = color.await?.or_stop()?.color;
    Ok(format!("{name} likes {color}"))
}

/// Asks whoever is there: the model, or else the user.
#[tool]
async fn test_input_required_result_capabilities(ctx: &Context) -> Result<String> {
    match ctx.client().capabilities().get("sampling") {
        Some(_) => Ok(ctx.sample("Say hello").await?.text()),
        None => {
            let name = ctx.elicit::<Name>("What is your name?").await?;
            Ok(name.or_stop()?.name)
        }
    }
}

/// Greets at once.
#[tool]
fn greet(name: &str) -> String {
    format!("Hello, {name}!")
}

/// Computes for some seconds.
#[tool(task)]
async fn slow_compute(seconds: u64, #[arg(default)] label: String) -> String {
    if seconds > 0 {
        tokio::time::sleep(Duration::from_secs(seconds)).await;
    }
    format!("{label}: computed for {seconds} s")
}

/// Fails after a second.
#[tool(task = "required")]
async fn failing_job() -> Result<()> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    bail!("This job intentionally fails for testing")
}

/// Fails in a way that no model can mend.
#[tool(task)]
async fn protocol_error_job() -> Result<()> {
    tokio::time::sleep(Duration::from_millis(200)).await;
    let error = ErrorObject::new(ErrorCode::INTERNAL_ERROR, "the job broke down");
    Err(ToolError::protocol(error))
}

/// Deletes a file, if the user wants that.
#[tool(task)]
async fn confirm_delete(ctx: &Context, filename: &str) -> Result<String> {
    match ctx.confirm(format!("Delete {filename}?")).await? {
        true => Ok(format!("{filename} is gone")),
        false => Ok(format!("{filename} is still there")),
    }
}

/// Asks for two things at once.
#[tool(task)]
async fn multi_input(ctx: &Context) -> Result<String> {
    let name = ctx.elicit::<Name>("What is your name?");
    let color = ctx.elicit::<Color>("What is your favorite color?");
    let (name, color) = tokio::join!(name.into_future(), color.into_future());
    let (name, color) = (name?.or_stop()?.name, color?.or_stop()?.color);
    Ok(format!("{name} likes {color}"))
}

/// Asks before it goes on as a task.
#[tool(task = "required")]
async fn test_tool_with_task(
    /// What is your name?
    user_name: Asked<Name>,
) -> String {
    tokio::time::sleep(Duration::from_millis(200)).await;
    format!("Hello, {}!", user_name.name)
}

/// Is there and gone.
#[tool]
fn test_now_and_then() -> &'static str {
    "here"
}

/// Changes the list of tools.
#[tool]
fn test_trigger_tool_change(ctx: &Context) -> &'static str {
    let list = ctx.tool_list();
    if !list.disable("test_now_and_then") {
        list.enable("test_now_and_then");
    }
    "The list of tools has changed"
}

/// A tool whose schema says more than a Rust type can.
fn with_a_schema_of_its_own() -> RuntimeTool {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            },
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": {
            "properties": { "contactMethod": { "const": "phone" } },
            "required": ["contactMethod"],
        },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    });
    let description = "Tool with JSON Schema 2020-12 features";
    RuntimeTool::new("json_schema_2020_12_tool", description, schema, |_| async {
        Ok::<_, ToolError>(CallToolResult::new().content("Done"))
    })
}

/// A static text resource.
#[resource("test://static-text")]
fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// A static binary resource.
#[resource("test://static-binary", mime_type = "image/png")]
fn static_binary() -> Vec<u8> {
    PNG.to_vec()
}

/// A resource that clients can watch.
#[resource("test://watched-resource")]
fn watched_resource() -> &'static str {
    "Watched resource content"
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Templated {
    id: String,
    template_test: bool,
    data: String,
}

/// A resource of each id.
#[resource("test://template/{id}/data")]
fn template(id: String) -> Json<Templated> {
    Json(Templated {
        data: format!("Data for ID: {id}"),
        id,
        template_test: true,
    })
}

/// A simple prompt without arguments.
#[prompt]
fn test_simple_prompt() -> &'static str {
    "This is a simple prompt for testing."
}

fn words(_: Completing) -> [&'static str; 4] {
    ["paris", "park", "party", "test"]
}

/// A prompt with two arguments.
#[prompt]
fn test_prompt_with_arguments(
    /// First test argument.
    #[arg(complete = words)]
    arg1: &str,
    /// Second test argument.
    arg2: &str,
) -> String {
    format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
}

/// A prompt that includes a resource.
#[prompt(name = "test_prompt_with_embedded_resource")]
fn with_embedded_resource(
    /// URI of the resource to embed.
    #[arg(name = "resourceUri")]
    uri: String,
) -> [Content; 2] {
    let text = "Embedded resource content for testing.";
    [
        EmbeddedResource::text(uri, text)
            .mime_type("text/plain")
            .into(),
        "Please process the embedded resource above.".into(),
    ]
}

/// A prompt that includes an image.
#[prompt]
fn test_prompt_with_image() -> [Content; 2] {
    [png().into(), "Please analyze the image above.".into()]
}

#[form]
#[derive(Debug)]
struct Topic {
    context: String,
}

/// A prompt that asks for what it needs.
#[prompt]
async fn test_input_required_result_prompt(ctx: &Context) -> Result<PromptMessage> {
    let asked = ctx
        .elicit::<Topic>("What context should the prompt use?")
        .key("user_context");
    let topic = asked.await?.or_stop()?.context;
    Ok(PromptMessage::user(format!("Tell me about {topic}.")))
}

fn main() -> std::io::Result<()> {
    let tools = tools![
        test_simple_text,
        test_image_content,
        test_audio_content,
        test_embedded_resource,
        test_multiple_content_types,
        test_error_handling,
        test_tool_with_progress,
        test_tool_with_logging,
        test_logging_tool,
        test_sampling,
        test_missing_capability,
        test_elicitation,
        test_streaming_elicitation,
        test_elicitation_sep1034_defaults,
        test_elicitation_sep1330_enums,
        test_input_required_result_elicitation,
        test_input_required_result_sampling,
        test_input_required_result_list_roots,
        test_input_required_result_request_state,
        test_input_required_result_tampered_state,
        test_input_required_result_multiple_inputs,
        test_input_required_result_multi_round,
        test_input_required_result_capabilities,
        greet,
        slow_compute,
        failing_job,
        protocol_error_job,
        confirm_delete,
        multi_input,
        test_tool_with_task,
        test_now_and_then,
        test_trigger_tool_change,
    ];
    let resources = resources![static_text, static_binary, watched_resource, template];
    let prompts = prompts![
        test_simple_prompt,
        test_prompt_with_arguments,
        with_embedded_resource,
        test_prompt_with_image,
        test_input_required_result_prompt,
    ];
    let server = server!()
        .name("everything")
        .tools(tools)
        .tools(with_a_schema_of_its_own())
        .resources(resources)
        .prompts(prompts);
    mcp_stdio::run(server)
}
