/** All of the syntax highlighting, as one chunk that the webview loads when code is first shown. */

export { highlight, prepareHighlighting } from "./highlight";
export { highlightDiff } from "./highlightDiff";
