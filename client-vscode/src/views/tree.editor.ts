/** The `TreeDataProvider` for our nodes. */

import {
  EventEmitter,
  Position,
  Range,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  type Command,
  type TreeDataProvider,
} from "vscode";

import { t } from "../l10n";
import type { NodeAction, TreeNode } from "./treeNode";

export class Tree implements TreeDataProvider<TreeNode> {
  private readonly changes = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;

  constructor(private readonly roots: () => readonly TreeNode[]) {}

  refresh(): void {
    this.changes.fire(undefined);
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node === undefined ? this.roots() : node.children)];
  }

  getTreeItem(node: TreeNode): TreeItem {
    const item = new TreeItem(node.label, collapsibleState(node));
    item.id = node.id;
    item.description = node.description;
    // A string is shown as it is; only a MarkdownString is interpreted.
    item.tooltip = node.tooltip;
    item.iconPath = new ThemeIcon(
      node.icon.id,
      node.icon.color === undefined ? undefined : new ThemeColor(node.icon.color),
    );
    item.contextValue = node.context;
    item.accessibilityInformation = { label: node.accessibilityLabel };
    if (node.action !== undefined) {
      item.command = commandOf(node.action);
    }
    return item;
  }

  dispose(): void {
    this.changes.dispose();
  }
}

function collapsibleState(node: TreeNode): TreeItemCollapsibleState {
  if (node.children.length === 0) {
    return TreeItemCollapsibleState.None;
  }
  return node.isCollapsed === true ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded;
}

function commandOf(action: NodeAction): Command {
  if ("command" in action) {
    return { command: action.command, title: t("Open"), arguments: [action.argument] };
  }
  const place = new Position(action.line, action.character);
  const selection = new Range(place, place);
  return {
    command: "vscode.open",
    title: t("Show"),
    arguments: [Uri.parse(action.uri), { selection, preview: true }],
  };
}
