/** The chat as a view: in the secondary side bar, or where the user has moved it. */

import {
  commands,
  window,
  type Uri,
  type WebviewView,
  type WebviewViewProvider,
} from "vscode";

import type { Disposable } from "../disposable";
import type { Memento } from "../memento";
import { Chat } from "./chat";
import { distOf, htmlOf, optionsFor, viewWebview } from "./chatPage.editor";
import type { ChatHost } from "./panelHost";

const VIEW_ID = "architect.chat";
/** The run of the session that was shown last. */
const KEY = "architect.shownRun";

interface Shown {
  readonly view: WebviewView;
  readonly chat: Chat;
}

export class ChatView implements WebviewViewProvider, Disposable {
  private shown: Shown | undefined;
  /** What is done when the view is there; `opens` if it says which session is shown. */
  private waiting: { readonly act: (chat: Chat) => void; readonly opens: boolean }[] = [];
  private readonly registered: Disposable;

  constructor(
    private readonly extensionUri: Uri,
    private readonly host: ChatHost,
    private readonly memento: Memento,
    private readonly onVisibility: () => void,
  ) {
    this.registered = window.registerWebviewViewProvider(VIEW_ID, this);
  }

  dispose(): void {
    this.registered.dispose();
    this.shown?.chat.dispose();
  }

  get chat(): Chat | undefined {
    return this.shown?.chat;
  }

  get isVisible(): boolean {
    return this.shown?.view.visible === true;
  }

  /** Whether what a chat shows is seen: VS Code does not tell that a view was closed before its page has loaded. */
  get isSeen(): boolean {
    return this.isVisible && this.shown?.chat.isReady === true;
  }

  /** Shows the session of a run, undefined an empty chat; the editor keeps the focus. */
  open(runId: string | undefined): void {
    this.with((chat) => {
      chat.open(runId);
    }, true, true);
  }

  /** Does something with the chat, which comes into sight; `preservesFocus` leaves the focus where it is. */
  with(act: (chat: Chat) => void, preservesFocus: boolean, opens = false): void {
    if (this.shown === undefined) {
      this.waiting.push({ act, opens });
      void commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus: preservesFocus });
      return;
    }
    act(this.shown.chat);
    this.shown.view.show(preservesFocus);
  }

  /** What the page has kept is lost where the window was not closed by VS Code itself: what was shown is kept here. */
  resolveWebviewView(view: WebviewView): void {
    const dist = distOf(this.extensionUri);
    const shownBefore = this.memento.get(KEY);
    const chat = new Chat(viewWebview(view), this.host, () => {
      void this.memento.update(KEY, chat.runId);
      this.onVisibility();
    });
    this.shown?.chat.dispose();
    this.shown = { view, chat };
    const waiting = this.waiting;
    this.waiting = [];
    if (!waiting.some(({ opens }) => opens)) {
      chat.open(typeof shownBefore === "string" ? shownBefore : undefined);
    }
    waiting.forEach(({ act }) => {
      act(chat);
    });
    view.webview.options = optionsFor(dist);
    view.webview.html = htmlOf(view.webview, dist);
    view.onDidChangeVisibility(this.onVisibility);
    view.onDidDispose(() => {
      chat.dispose();
      if (this.shown?.chat === chat) {
        this.shown = undefined;
      }
      this.onVisibility();
    });
    this.onVisibility();
  }
}
