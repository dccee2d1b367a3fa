//! What a person reads who starts a server in a terminal.

use std::env;
use std::io::{IsTerminal, stdin};

use mcp_core::Server;

/// Says on stderr what the server waits for, if there is a terminal where a client should be.
pub(crate) fn show(server: &Server) {
    if stdin().is_terminal() {
        eprint!("{}", text(server, &command()));
    }
}

/// The command that this process was started by.
fn command() -> Vec<String> {
    let program = env::current_exe().map(|path| path.display().to_string());
    let arguments = env::args_os().skip(1);
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    program.into_iter().chain(arguments).collect()
}

fn text(server: &Server, command: &[String]) -> String {
    let name = server.name();
    let offered: Vec<_> = [
        ("Tools", server.tool_names().collect::<Vec<_>>()),
        ("Resources", server.resource_uris().collect()),
        ("Prompts", server.prompt_names().collect()),
    ]
    .iter()
    .filter(|(_, names)| !names.is_empty())
    .map(|(kind, names)| format!("{kind}: {}", names.join(", ")))
    .collect();
    let offered = offered.join("\n");
    let shell = command.join(" ");
    let (program, arguments) = match command {
        [program, arguments @ ..] => (program.as_str(), arguments),
        [] => (name, command),
    };
    format!(
        r#"{name} is an MCP server. It speaks with a client through its standard input and output,
which is a terminal here; Ctrl-D ends it.

{offered}

To give it to a client:

    claude mcp add {name} -- {shell}

or in the client's settings:

    {{"mcpServers": {{"{name}": {{"command": {program:?}, "args": {arguments:?}}}}}}}

"#
    )
}

#[cfg(test)]
mod tests {
    use mcp_core::{prompt, prompts, resource, resources, server, tool, tools};

    use super::*;

    /// Does nothing.
    #[tool]
    fn rest() {}

    #[resource("bed://dreams")]
    fn dreams() -> &'static str {
        "sheep"
    }

    #[prompt]
    fn lullaby() -> &'static str {
        "Sing!"
    }

    #[test]
    fn what_it_offers_and_the_way_to_connect_are_told() {
        let server = server!()
            .name("bed")
            .tools(tools![rest])
            .resources(resources![dreams])
            .prompts(prompts![lullaby])
            .build()
            .expect("a server");
        let command = ["/bin/bed", "--soft"].map(str::to_owned);
        assert_eq!(
            text(&server, &command),
            r#"bed is an MCP server. It speaks with a client through its standard input and output,
which is a terminal here; Ctrl-D ends it.

Tools: rest
Resources: bed://dreams
Prompts: lullaby

To give it to a client:

    claude mcp add bed -- /bin/bed --soft

or in the client's settings:

    {"mcpServers": {"bed": {"command": "/bin/bed", "args": ["--soft"]}}}

"#
        );
    }
}
