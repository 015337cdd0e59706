/** The chats of the window: the view, and tabs of the editor. */

import { commands, type Uri } from "vscode";

import type { ChatSurface } from "../commands/services";
import type { Button, MessageLevel } from "../commands/ui";
import type { Tone } from "../conversation/blocks";
import { sessionOf } from "../conversation/run";
import { combinedDisposable, type Disposable } from "../disposable";
import { Emitter } from "../emitter";
import type { Memento } from "../memento";
import type { Attachment } from "./attachment";
import type { Chat } from "./chat";
import { ChatTabs } from "./chatTabs.editor";
import { ChatView } from "./chatView.editor";
import type { ChatHost } from "./panelHost";

const TONES: Readonly<Record<MessageLevel, Tone>> = { info: "quiet", warning: "warning", error: "bad" };

export class Chats implements ChatSurface, Disposable {
  private readonly view: ChatView;
  private readonly tabs: ChatTabs;
  private readonly visibility = new Emitter<undefined>();
  private readonly parts: Disposable;

  /** `memento` is of the workspace, `extensionUri` where `dist/webview` is; `parts` live as long as the chats. */
  constructor(extensionUri: Uri, host: ChatHost, memento: Memento, ...parts: readonly Disposable[]) {
    const tell = () => {
      this.visibility.fire(undefined);
    };
    this.view = new ChatView(extensionUri, host, memento, tell);
    this.tabs = new ChatTabs(extensionUri, host, tell);
    this.parts = combinedDisposable(...parts, this.view, this.tabs);
  }

  dispose(): void {
    this.parts.dispose();
  }

  /** Shows the session of a run, in the tab that has it or in the view; the editor keeps the focus. */
  readonly openRun = (runId: string): void => {
    if (!this.tabs.reveal(runId)) {
      this.view.open(runId);
    }
  };

  /** Read what was recorded since, of a run whose session is open. */
  readonly readOn = (runId: string): void => {
    this.view.chat?.readOn(runId);
    this.tabs.readOn(runId);
  };

  /** Whether the conversation of a run is in sight, or what it asks: the view tells that of all sessions. */
  readonly isVisible = (runId: string): boolean => this.view.isSeen || this.tabs.isVisible(runId);

  /** Whether the conversation of a run is in sight. */
  readonly shows = (runId: string): boolean =>
    this.tabs.isVisible(runId) || (this.view.isSeen && this.view.chat?.sessionId === sessionOf(runId));

  readonly onVisibility = (listener: () => void): Disposable => this.visibility.event(listener);

  focus(): void {
    this.act((chat) => {
      chat.tell({ type: "focus" });
    });
  }

  startNew(): void {
    this.act((chat) => {
      chat.open(undefined);
      chat.tell({ type: "focus" });
    }, true);
  }

  openInEditor(): void {
    const { chat } = this.view;
    const runId = chat?.runId;
    if (runId !== undefined) {
      chat?.open(undefined);
    }
    this.tabs.add(runId);
    void commands.executeCommand("workbench.action.lockEditorGroup");
  }

  find(): void {
    this.act((chat) => {
      chat.tell({ type: "find" });
    });
  }

  attach(attachments: readonly Attachment[]): void {
    this.act((chat) => {
      chat.attach(attachments);
      chat.tell({ type: "focus" });
    });
  }

  draft(text: string): void {
    this.act((chat) => {
      chat.tell({ type: "draft", text });
      chat.tell({ type: "focus" });
    });
  }

  tell(error: Error): boolean {
    this.inSight?.tellError(error);
    return this.inSight !== undefined;
  }

  notify(level: MessageLevel, text: string, buttons: readonly Button[], isQuestion = false): boolean {
    this.inSight?.notify(TONES[level], text, buttons, isQuestion);
    return this.inSight !== undefined;
  }

  private get inSight(): Chat | undefined {
    return this.view.isVisible ? this.view.chat : this.tabs.visible;
  }

  get sessionId(): string {
    return (this.tabs.active ?? this.view.chat)?.sessionId ?? "";
  }

  /** In the tab that has the focus, else in the view, which gets it. */
  private act(act: (chat: Chat) => void, opens = false): void {
    const { active } = this.tabs;
    if (active === undefined) {
      this.view.with(act, false, opens);
    } else {
      act(active);
    }
  }
}
