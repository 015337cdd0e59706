/** MCP servers: connecting to them, ending them, reading what they said. */

import { t } from "../l10n";
import type { McpServer } from "../protocol/generated";
import { escapeControls, oneLine } from "../displayText";
import { textField } from "./commandArguments";
import type { Command, Services } from "./services";

export const restartMcpServer: Command = (services, argument) => act(services, argument, "restart", t("Select a server to restart"));

export const stopMcpServer: Command = (services, argument) => act(services, argument, "stop", t("Select a server to stop"));

export const refreshMcpServers: Command = (services) => services.mcp.refresh();

/** What the server said beside its answers, the last lines of it. */
export const showMcpLog: Command = async (services, argument) => {
  const server = await serverFor(services, argument, t("Select a server to show the log of"));
  if (server === undefined) {
    return;
  }
  const { name, place, problem, log } = server;
  const lines = [name, place, ...(problem === "" ? [] : [problem]), "", ...log].map(escapeControls);
  await services.ui.showText(`MCP ${oneLine(name, 40)}.log`, `${lines.join("\n")}\n`);
};

async function act(services: Services, argument: unknown, action: "restart" | "stop", title: string): Promise<void> {
  const server = await serverFor(services, argument, title);
  if (server === undefined) {
    return;
  }
  try {
    await services.daemon.command("architect.mcp", { action, server: server.name });
  } finally {
    await services.mcp.refresh();
  }
}

/** The server of the node that was chosen in the view, or one that is selected. */
async function serverFor(services: Services, argument: unknown, title: string): Promise<McpServer | undefined> {
  await services.mcp.refresh();
  const servers = services.mcp.all();
  const named = textField(argument, "mcpServer");
  if (named !== undefined) {
    return servers.find(({ name }) => name === named);
  }
  if (servers.length === 0) {
    services.ui.showMessage("info", t("No MCP servers are configured. `architect mcp add` adds one."));
    return undefined;
  }
  const items = servers.map((server) => ({
    label: oneLine(server.name, 100),
    description: server.state,
    detail: oneLine(server.problem === "" ? server.place : server.problem, 200),
    value: server,
  }));
  return services.ui.pick(items, title);
}
