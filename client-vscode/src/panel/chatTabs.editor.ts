/** Chats as tabs of the editor, in a group that is locked; they are there again after a reload of the window. */

import { Uri, ViewColumn, window, type WebviewPanel } from "vscode";

import { fieldsOf, textOf } from "../conversation/event";
import { sessionOf } from "../conversation/run";
import type { Disposable } from "../disposable";
import { Chat } from "./chat";
import { distOf, htmlOf, optionsFor, tabWebview } from "./chatPage.editor";
import type { ChatHost } from "./panelHost";

const VIEW_TYPE = "architect.run";

/** As the server names them; what a reload brings back is checked against it. */
const RUN_ID = /^[\w.-]{1,100}\.\d{1,6}$/;

/** The run that a page had in its state; undefined if it had none. */
function runIdIn(state: unknown): string | undefined {
  const runId = textOf(fieldsOf(state), "runId");
  return RUN_ID.test(runId) ? runId : undefined;
}

interface Tab {
  readonly panel: WebviewPanel;
  readonly chat: Chat;
}

export class ChatTabs implements Disposable {
  private readonly open = new Set<Tab>();
  private readonly serializer: Disposable;

  /** `onVisibility` is told when one comes into sight or goes out of it. */
  constructor(
    private readonly extensionUri: Uri,
    private readonly host: ChatHost,
    private readonly onVisibility: () => void,
  ) {
    this.serializer = window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel, state: unknown) => {
        this.fill(panel, runIdIn(state));
        return Promise.resolve();
      },
    });
  }

  /** The tabs stay: after a reload of the window they are filled again. */
  dispose(): void {
    this.serializer.dispose();
    for (const { chat } of this.open) {
      chat.dispose();
    }
  }

  /** Opens a session in a tab; undefined opens an empty chat. */
  add(runId: string | undefined): void {
    const [other] = this.open;
    const place = other?.panel.viewColumn ?? ViewColumn.Beside;
    const options = { ...optionsFor(distOf(this.extensionUri)) };
    this.fill(window.createWebviewPanel(VIEW_TYPE, "Architect", place, options), runId).chat.tell({ type: "focus" });
  }

  /** Shows the tab with the session of a run; false if there is none. */
  reveal(runId: string): boolean {
    const tab = this.tabOf(runId);
    tab?.panel.reveal(tab.panel.viewColumn, true);
    return tab !== undefined;
  }

  /** The chat whose tab has the focus. */
  get active(): Chat | undefined {
    return [...this.open].find(({ panel }) => panel.active)?.chat;
  }

  /** A chat that is in sight. */
  get visible(): Chat | undefined {
    return [...this.open].find(({ panel }) => panel.visible)?.chat;
  }

  isVisible(runId: string): boolean {
    return this.tabOf(runId)?.panel.visible === true;
  }

  readOn(runId: string): void {
    this.tabOf(runId)?.chat.readOn(runId);
  }

  private tabOf(runId: string): Tab | undefined {
    return [...this.open].find(({ chat }) => chat.sessionId === sessionOf(runId));
  }

  private fill(panel: WebviewPanel, runId: string | undefined): Tab {
    const dist = distOf(this.extensionUri);
    const tab: Tab = { panel, chat: new Chat(tabWebview(panel), this.host, this.onVisibility) };
    this.open.add(tab);
    tab.chat.open(runId);
    panel.webview.options = optionsFor(dist);
    panel.iconPath = {
      dark: Uri.joinPath(this.extensionUri, "media", "architect.svg"),
      light: Uri.joinPath(this.extensionUri, "media", "architect-light.svg"),
    };
    panel.webview.html = htmlOf(panel.webview, dist);
    panel.onDidChangeViewState(this.onVisibility);
    panel.onDidDispose(() => {
      tab.chat.dispose();
      this.open.delete(tab);
      this.onVisibility();
    });
    this.onVisibility();
    return tab;
  }
}
