/** The panels in the editor: one for each session, and again after a reload of the window. */

import { randomBytes } from "node:crypto";

import {
  Uri,
  ViewColumn,
  window,
  type WebviewOptions,
  type WebviewPanel,
  type WebviewPanelOptions,
  type WebviewPanelOnDidChangeViewStateEvent,
} from "vscode";

import { fieldsOf, textOf } from "../conversation/event";
import { sessionOf } from "../conversation/run";
import type { Disposable } from "../disposable";
import { oneLine } from "../displayText";
import { Emitter } from "../emitter";
import { page } from "./page";
import type { PanelHost, PanelWebview } from "./panelHost";
import { SessionPanel } from "./sessionPanel";

const VIEW_TYPE = "architect.run";
const MAX_TITLE = 40;

/** As the server names them; what a reload brings back is checked against it. */
const RUN_ID = /^[\w.-]{1,100}\.\d{1,6}$/;

/** `extensionUri` is where `dist/webview` is. */
export class RunPanels implements Disposable {
  private readonly open = new Map<string, { panel: WebviewPanel; session: SessionPanel }>();
  private readonly dist: Uri;
  private readonly serializer: Disposable;
  private readonly visibility = new Emitter<undefined>();

  constructor(
    private readonly extensionUri: Uri,
    private readonly host: PanelHost,
  ) {
    this.dist = Uri.joinPath(extensionUri, "dist", "webview");
    this.serializer = window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        this.restore(panel, textOf(fieldsOf(state), "runId"));
        return Promise.resolve();
      },
    });
  }

  /** Shows the session of a run beside the editor, which keeps the focus. */
  readonly openRun = (runId: string): void => {
    const known = this.open.get(sessionOf(runId))?.panel;
    if (known !== undefined) {
      known.reveal(known.viewColumn, true);
      return;
    }
    // Where others are: beside them, a locked group would make each one narrower.
    const [other] = this.open.values();
    const place = { viewColumn: other?.panel.viewColumn ?? ViewColumn.Beside, preserveFocus: true };
    this.fill(window.createWebviewPanel(VIEW_TYPE, "Architect", place, this.options()), runId);
  };

  /** Read what was recorded since, of a run whose session is open. */
  readonly readOn = (runId: string): void => {
    this.open.get(sessionOf(runId))?.session.readOn(runId);
  };

  /** Whether the conversation of a run is in sight. */
  readonly isVisible = (runId: string): boolean => this.open.get(sessionOf(runId))?.panel.visible === true;

  readonly onVisibility = (listener: () => void): Disposable => this.visibility.event(listener);

  /** The panels stay: after a reload of the window they are filled again. */
  dispose(): void {
    this.serializer.dispose();
    for (const { session } of this.open.values()) {
      session.dispose();
    }
  }

  private options(): WebviewOptions & WebviewPanelOptions {
    return { enableFindWidget: true, enableScripts: true, localResourceRoots: [this.dist] };
  }

  private restore(panel: WebviewPanel, runId: string): void {
    if (RUN_ID.test(runId) && !this.open.has(sessionOf(runId))) {
      this.fill(panel, runId);
    } else {
      panel.dispose();
    }
  }

  private fill(panel: WebviewPanel, runId: string): void {
    const session = new SessionPanel(runId, panelWebview(panel), this.host);
    const { sessionId } = session;
    this.open.set(sessionId, { panel, session });
    panel.webview.options = this.options();
    panel.iconPath = {
      dark: Uri.joinPath(this.extensionUri, "media", "architect.svg"),
      light: Uri.joinPath(this.extensionUri, "media", "architect-light.svg"),
    };
    panel.webview.html = htmlOf(panel, this.dist);
    panel.onDidChangeViewState(() => {
      this.visibility.fire(undefined);
    });
    panel.onDidDispose(() => {
      session.dispose();
      this.open.delete(sessionId);
      this.visibility.fire(undefined);
    });
    this.visibility.fire(undefined);
  }
}

function htmlOf(panel: WebviewPanel, dist: Uri): string {
  const uriOf = (name: string): string =>
    panel.webview.asWebviewUri(Uri.joinPath(dist, name)).toString();
  return page({
    nonce: randomBytes(16).toString("hex"),
    scriptUri: uriOf("main.js"),
    styleUri: uriOf("main.css"),
    chunkUris: ["chunk.js", "parse.js"].map(uriOf),
  });
}

function panelWebview(panel: WebviewPanel): PanelWebview {
  return {
    post: (message) => void panel.webview.postMessage(message),
    setTitle: (title) => {
      panel.title = oneLine(title, MAX_TITLE);
    },
    onMessage: (listener) => panel.webview.onDidReceiveMessage(listener),
    onHidden: (listener) =>
      panel.onDidChangeViewState((event: WebviewPanelOnDidChangeViewStateEvent) => {
        if (!event.webviewPanel.visible) {
          listener();
        }
      }),
  };
}
