/** A webview of VS Code with the page of the chat in it. */

import { randomBytes } from "node:crypto";

import { Uri, env, l10n, type Webview, type WebviewOptions, type WebviewPanel, type WebviewView } from "vscode";

import { oneLine } from "../displayText";
import { page } from "./page";
import type { PanelWebview } from "./panelHost";

const MAX_TITLE = 40;

/** Where the page is. */
export function distOf(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, "dist", "webview");
}

export function optionsFor(dist: Uri): WebviewOptions {
  return { enableScripts: true, localResourceRoots: [dist] };
}

export function htmlOf(webview: Webview, dist: Uri): string {
  const uriOf = (name: string): string => webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
  return page({
    nonce: randomBytes(16).toString("hex"),
    language: l10n.bundle === undefined ? "en" : env.language,
    texts: l10n.bundle ?? {},
    scriptUri: uriOf("main.js"),
    styleUri: uriOf("main.css"),
    chunkUris: ["chunk.js", "parse.js"].map(uriOf),
  });
}

export function tabWebview(panel: WebviewPanel): PanelWebview {
  return {
    post: (message) => void panel.webview.postMessage(message),
    setTitle: (title) => {
      panel.title = oneLine(title, MAX_TITLE) || "Architect";
    },
    onMessage: (listener) => panel.webview.onDidReceiveMessage(listener),
    onHidden: (listener) =>
      panel.onDidChangeViewState(({ webviewPanel }) => {
        if (!webviewPanel.visible) {
          listener();
        }
      }),
  };
}

export function viewWebview(view: WebviewView): PanelWebview {
  return {
    post: (message) => void view.webview.postMessage(message),
    setTitle: (title) => {
      view.description = oneLine(title, MAX_TITLE);
    },
    onMessage: (listener) => view.webview.onDidReceiveMessage(listener),
    onHidden: (listener) =>
      view.onDidChangeVisibility(() => {
        if (!view.visible) {
          listener();
        }
      }),
  };
}
