/** Nodes of views that say in which of several open folders they are. */

import type { TreeNode } from "./treeNode";

/** `folderOf` is empty where a node needs none. */
export function inFolders(nodes: readonly TreeNode[], folderOf: (node: TreeNode) => string): readonly TreeNode[] {
  return nodes.map((node) => {
    const folder = folderOf(node);
    const children = inFolders(node.children, folderOf);
    return folder === "" ? { ...node, children } : { ...inFolder(node, folder), children };
  });
}

function inFolder(node: TreeNode, folder: string): TreeNode {
  return {
    ...node,
    description: `${folder} · ${node.description}`,
    tooltip: `${node.tooltip}\n${folder}`,
    accessibilityLabel: `${node.accessibilityLabel}, ${folder}`,
  };
}
