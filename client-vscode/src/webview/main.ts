/** The page of a chat: shows the messages of the extension. */

import { EMPTY, lastRun, type Conversation } from "../conversation/conversation";
import { textOf, type Fields } from "../conversation/event";
import { foldAll } from "../conversation/fold";
import { withInfo } from "../conversation/foldState";
import { runNumber } from "../conversation/run";
import { heldIn } from "../panel/attachment";
import { readToWebview, type ChatState, type OpenChanges, type PanelState, type ToWebview } from "../panel/messages";
import { Announcer } from "./announcer";
import { AutoScroll } from "./autoScroll";
import { blockActions } from "./blockActions";
import { Composer } from "./composer/composer";
import { composerState } from "./composer/composerState";
import { ConversationView } from "./conversationView";
import { element } from "./dom";
import { DraftKeeper } from "./draftKeeper";
import { emptyView } from "./emptyView";
import { FindBar } from "./findBar";
import { HeaderView } from "./headerView";
import { loadParser } from "./markdown/parser";
import { enablePressed } from "./onceButton";
import { OthersView } from "./othersView";
import { Toast } from "./toast";
import { VsCodeApi } from "./vscodeApi";

const INITIAL_STATE: PanelState = {
  sessionId: "",
  isConnected: true,
  budgetUsd: undefined,
  blockedReason: "",
  queuedBehind: "",
  queued: [],
};

const NOTHING: ChatState = {
  model: "",
  mode: "edit",
  reasoning: "",
  agents: [],
  selection: undefined,
  history: [],
  asks: undefined,
  running: [],
};

class Page {
  private readonly vscode = new VsCodeApi();
  private readonly drafts = new DraftKeeper(this.vscode);
  private conversation: Conversation = EMPTY;
  private state: PanelState = INITIAL_STATE;
  private chat: ChatState = NOTHING;
  private changes: OpenChanges | undefined;
  /** Whether it is known which session is shown, if any. */
  private isBegun = false;
  private isScheduled = false;
  /** Whether blocks can be shown, some of which are Markdown. */
  private isParserLoaded = false;
  /** Whether what came last is the past, which is not announced. */
  private isPast = true;

  private readonly post = this.vscode.postMessage.bind(this.vscode);
  private readonly header = new HeaderView((type, runId) => {
    this.post({ type, runId });
  });
  private readonly blocks = new ConversationView((runId) => blockActions(runId, this.post, this.composer));
  private readonly announcer = new Announcer();
  private readonly toast = new Toast({
    remedy: (remedy) => { this.post({ type: "remedy", runId: "", remedy }); },
    press: (number, label) => { this.post({ type: "press", number, label }); },
  });
  private readonly autoScroll = new AutoScroll();
  private readonly find = new FindBar({
    area: this.blocks.element,
    prepare: () => this.blocks.showAll(),
    onClose: () => {
      this.composer.focus();
    },
  });
  private readonly composer = new Composer({
    send: (message) => {
      this.toast.pass();
      this.autoScroll.follow();
      this.post({ type: "submit", ...message });
      this.drafts.tell();
    },
    draft: (draft) => {
      this.drafts.keep(draft);
    },
    queue: (type, messageId) => {
      this.toLastRun((runId) => ({ type, runId, messageId }));
    },
    mentions: (number, text) => {
      this.post({ type: "mentions", number, text });
    },
    drop: (uris) => {
      this.post({ type: "drop", uris });
    },
    images: (images) => {
      this.post({ type: "images", images });
    },
    problem: (text) => {
      this.toast.show(text, "bad");
    },
    ask: (type) => {
      this.post({ type });
    },
    stop: () => {
      this.toLastRun((runId) => ({ type: "cancel", runId }));
    },
  });
  private readonly others = new OthersView({
    show: (runId) => {
      this.post({ type: "show", runId });
    },
    openSession: () => {
      this.post({ type: "openSession" });
    },
  });
  private readonly empty = emptyView((text) => {
    this.composer.restore(text, []);
    this.composer.focus();
  });

  start(): void {
    const { autoScroll, toast, others, composer } = this;
    const foot = element("footer", { class: "foot" }, autoScroll.element, toast.element, others.element, composer.element);
    document.body.append(this.header.element, this.find.element, this.empty, this.blocks.element, foot, this.announcer.element);
    this.composer.begin(this.vscode.state);
    document.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        event.stopPropagation();
        this.find.open();
      }
    });
    window.addEventListener("blur", () => {
      this.drafts.tell();
    });
    window.addEventListener("message", (event: MessageEvent<unknown>) => {
      const message = readToWebview(event.data);
      if (message !== undefined) {
        this.handle(message);
      }
    });
    this.render();
    const { sessionId, at, attachments } = this.vscode.state;
    this.post({ type: "ready", sessionId, at, held: heldIn(attachments) });
    void this.showBlocks();
  }

  private async showBlocks(): Promise<void> {
    await loadParser();
    this.isParserLoaded = true;
    this.blocks.setLoaded();
    this.render();
  }

  private handle(message: ToWebview): void {
    switch (message.type) {
      case "conversation":
        this.begin(message.state);
        break;
      case "events":
        this.conversation = foldAll(this.conversation, message.events);
        this.isPast = message.isPast;
        break;
      case "runs":
        this.conversation = withInfos(this.conversation, message.runs);
        break;
      case "changes":
        this.changes = message.changes;
        break;
      case "state":
        if (message.state.isConnected && !this.state.isConnected) {
          this.toast.settle();
        }
        this.state = message.state;
        break;
      case "chat":
        if (message.chat.model !== this.chat.model && this.toast.settle()) {
          this.composer.focus();
        }
        this.chat = message.chat;
        break;
      case "notification":
        this.toast.show(message.text, message.tone, message);
        if (message.tone === "bad") {
          enablePressed();
        }
        break;
      default:
        this.compose(message);
    }
    this.schedule();
  }

  private compose(message: Extract<ToWebview, { type: ComposerMessage }>): void {
    switch (message.type) {
      case "input":
        this.follow(message);
        break;
      case "promptRejected":
        this.composer.restore(message.prompt, message.attachments, message.replaces);
        break;
      case "attach":
        this.composer.attach(message.attachments);
        break;
      case "detach":
        this.composer.detach(message.held);
        break;
      case "mentions":
        this.composer.showMentions(message.number, message.found);
        break;
      case "model":
        this.composer.setModel(message.model);
        break;
      case "draft":
        this.composer.restore(message.text, []);
        break;
      case "focus":
        this.composer.focus();
        break;
      case "find":
        this.find.open();
        break;
    }
  }

  /** The input is that of another session, or a later one than the page has kept. */
  private follow({ sessionId, draft, isLater }: Extract<ToWebview, { type: "input" }>): void {
    this.drafts.follow(sessionId, draft);
    if (draft !== undefined) {
      this.composer[isLater ? "begin" : "write"](draft);
    }
  }

  /** Another session, from its beginning. */
  private begin(state: PanelState): void {
    this.conversation = EMPTY;
    this.changes = undefined;
    this.state = state;
    this.isBegun = true;
    this.blocks.clear();
    this.autoScroll.follow();
    if (state.sessionId === "") {
      this.vscode.setState({ runId: "" });
    }
  }

  private schedule(): void {
    if (!this.isScheduled) {
      this.isScheduled = true;
      requestAnimationFrame(() => {
        this.isScheduled = false;
        this.render();
      });
    }
  }

  private render(): void {
    const run = lastRun(this.conversation);
    this.header.update(this.conversation, this.state, this.changes);
    if (this.isParserLoaded) {
      this.blocks.update(this.conversation, this.autoScroll.isAtEnd && !this.find.isOpen);
    }
    this.composer.update(this.chat, composerState(run, this.state));
    this.others.update(this.chat);
    this.empty.hidden = !this.isBegun || this.state.sessionId !== "";
    if (this.isPast) {
      this.announcer.markKnown(this.conversation);
    } else {
      this.announcer.announce(this.conversation);
    }
    if (run !== undefined) {
      this.vscode.setState({ runId: run.runId });
    }
  }

  private toLastRun(request: (runId: string) => Parameters<typeof this.post>[0]): void {
    const run = lastRun(this.conversation);
    if (run !== undefined) {
      this.post(request(run.runId));
    }
  }
}

type ComposerMessage = "input" | "promptRejected" | "attach" | "detach" | "mentions" | "model" | "draft" | "focus" | "find";

/** The conversation after what the server says of its runs. */
function withInfos(conversation: Conversation, infos: readonly Fields[]): Conversation {
  const runs = conversation.runs.map((run) => {
    const info = infos.find((each) => textOf(each, "runId") === run.runId);
    return info === undefined ? run : withInfo(run, info);
  });
  return { ...conversation, runs: runs.sort((one, two) => runNumber(one.runId) - runNumber(two.runId)) };
}

new Page().start();
