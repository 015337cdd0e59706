/** The view of MCP servers, each with its tools. */

import { t } from "../l10n";
import type { McpServer } from "../protocol/generated";
import { oneLine, pluralize } from "../displayText";
import { CachedList } from "../cachedList";
import type { Daemon } from "../daemon/daemon";
import type { Timer } from "../timer";
import type { NodeIcon, TreeNode } from "./treeNode";

export type McpStore = CachedList<McpServer>;

export function mcpStore(server: Pick<Daemon, "command" | "state">, timer: Timer): McpStore {
  const fetch = async () => (await server.command("architect.mcp", {})).servers;
  return new CachedList(fetch, timer, () => server.state === "running");
}

const MAX_TEXT = 300;

const STATES: Readonly<Record<string, { readonly words: string; readonly icon: NodeIcon }>> = {
  off: { words: t("not started"), icon: { id: "circle-outline" } },
  starting: { words: t("starting"), icon: { id: "loading~spin" } },
  ready: { words: t("connected"), icon: { id: "plug", color: "charts.green" } },
  failed: { words: t("failed"), icon: { id: "error", color: "list.errorForeground" } },
};

export function mcpTree(servers: readonly McpServer[]): readonly TreeNode[] {
  return servers.map((server) => {
    const { name, place, state, problem, tools } = server;
    const { words, icon } = STATES[state] ?? { words: state, icon: { id: "question" } };
    const label = oneLine(name, MAX_TEXT);
    const why = problem === "" ? pluralize(tools.length, "tool") : oneLine(problem, MAX_TEXT);
    const description = `${words}, ${why}`;
    return {
      id: `mcp ${name}`,
      mcpServer: name,
      label,
      description,
      tooltip: oneLine(place, MAX_TEXT),
      icon,
      context: `mcp ${state}`,
      accessibilityLabel: `${label}, ${description}`,
      action: undefined,
      isCollapsed: true,
      children: tools.map((tool) => {
        const toolName = oneLine(tool.name, MAX_TEXT);
        const said = oneLine(tool.description, MAX_TEXT);
        return {
          id: `mcp ${name} ${tool.name}`,
          label: toolName,
          description: said,
          tooltip: said,
          icon: { id: "tools" },
          context: "mcpTool",
          accessibilityLabel: `${toolName}, ${said}`,
          action: undefined,
          children: [],
        };
      }),
    };
  });
}
