/** All of the syntax highlighting, as one chunk that the webview loads when code is first shown. */

export { highlight } from "./highlight";
export { highlightDiff } from "./highlightDiff";
