/** A node of a tree view, before it becomes a `TreeItem`. */

export interface NodeIcon {
  readonly id: string;
  /** One of the editor's theme colours. */
  readonly color?: string;
}

/** A command of ours with what it is called with, or a place in a document to go to. */
export type NodeAction =
  | { readonly command: string; readonly argument: NodeFields }
  | { readonly uri: string; readonly line: number; readonly character: number };

/** What commands read when they are called from a menu of the node. */
export interface NodeFields {
  readonly runId?: string;
  readonly requestId?: string;
  readonly findingId?: string;
  readonly hunkId?: string;
  readonly sessionId?: string;
  readonly mcpServer?: string;
  readonly workflowId?: string;
  readonly unitId?: string;
  /** The command line of a check. */
  readonly check?: string;
  readonly branch?: string;
  /** What a workflow waits for. */
  readonly approval?: string;
  readonly uri?: string;
}

export interface TreeNode extends NodeFields {
  /** The same for the same thing, so that what is open stays open. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Plain text, never Markdown. */
  readonly tooltip: string;
  readonly icon: NodeIcon;
  /** By which menus are chosen; see `view/item/context` in package.json. */
  readonly context: string;
  /** For screen readers, which do not see the icon. */
  readonly accessibilityLabel: string;
  readonly action: NodeAction | undefined;
  /** Whether its children show only when they are asked for. */
  readonly isCollapsed?: boolean;
  readonly children: readonly TreeNode[];
}
