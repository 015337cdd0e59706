/** The page of a session: shows the messages of the extension. */

import { EMPTY, lastRun, type Conversation } from "../conversation/conversation";
import { textOf, type Fields } from "../conversation/event";
import { foldAll } from "../conversation/fold";
import { withInfo } from "../conversation/foldState";
import { runNumber, type Run } from "../conversation/run";
import { readToWebview, type OpenChanges, type PanelState, type ToWebview } from "../panel/messages";
import { Announcer } from "./announcer";
import type { BlockActions } from "./blockView";
import { Composer, type ComposerState } from "./composer";
import { ConversationView } from "./conversationView";
import { element } from "./dom";
import { AutoScroll } from "./autoScroll";
import { HeaderView } from "./headerView";
import { VsCodeApi } from "./vscodeApi";
import { loadParser } from "./markdown/parser";
import { Toast } from "./toast";

const INITIAL_STATE: PanelState = {
  sessionId: "",
  isConnected: true,
  budgetUsd: undefined,
  blockedReason: "",
  queuedBehind: "",
  queued: [],
};

class Page {
  private readonly vscode = new VsCodeApi();
  private conversation: Conversation = EMPTY;
  private state: PanelState = INITIAL_STATE;
  private changes: OpenChanges | undefined;
  private isScheduled = false;
  /** Whether blocks can be shown, some of which are Markdown. */
  private isParserLoaded = false;
  /** Whether what came last is the past, which is not announced. */
  private isPast = true;

  private readonly header = new HeaderView({
    cancel: (runId) => {
      this.vscode.postMessage({ type: "cancel", runId });
    },
    undo: (runId) => {
      this.vscode.postMessage({ type: "undo", runId });
    },
    keep: (runId) => {
      this.vscode.postMessage({ type: "keep", runId });
    },
    diff: (runId) => {
      this.vscode.postMessage({ type: "diff", runId });
    },
  });
  private readonly blocks = new ConversationView((runId) => this.actionsOf(runId));
  private readonly composer = new Composer({
    send: (prompt, interrupt) => {
      this.send(prompt, interrupt);
    },
    draft: (draft) => {
      this.vscode.setState({ draft });
    },
    withdraw: (messageId) => {
      this.toQueue("withdraw", messageId);
    },
    hurry: (messageId) => {
      this.toQueue("hurry", messageId);
    },
  });
  private readonly announcer = new Announcer();
  private readonly toast = new Toast();
  private readonly autoScroll = new AutoScroll();

  start(): void {
    const foot = element("footer", { class: "foot" }, this.autoScroll.element, this.toast.element, this.composer.element);
    document.body.append(this.header.element, this.blocks.element, foot, this.announcer.element);
    this.composer.restore(this.vscode.draft);
    window.addEventListener("message", (event: MessageEvent<unknown>) => {
      const message = readToWebview(event.data);
      if (message !== undefined) {
        this.handle(message);
      }
    });
    this.render();
    this.vscode.postMessage({ type: "ready" });
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
        this.conversation = EMPTY;
        this.changes = undefined;
        this.state = message.state;
        this.blocks.clear();
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
        this.state = message.state;
        break;
      case "notification":
        this.toast.show(message.text, message.tone);
        break;
      case "promptRejected":
        this.composer.restore(message.prompt);
        break;
    }
    this.schedule();
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
      this.blocks.update(this.conversation, this.autoScroll.isAtEnd);
    }
    this.composer.update(composerState(run, this.state));
    this.autoScroll.scrollToEnd();
    if (this.isPast) {
      this.announcer.markKnown(this.conversation);
    } else {
      this.announcer.announce(this.conversation);
    }
    if (run !== undefined) {
      this.vscode.setState({ runId: run.runId });
    }
  }

  private send(prompt: string, interrupt: boolean): void {
    const run = lastRun(this.conversation);
    if (run === undefined) {
      return;
    }
    const { runId } = run;
    this.vscode.postMessage(
      isWorking(run, this.state)
        ? { type: "say", runId, prompt, interrupt }
        : { type: "continue", runId, prompt },
    );
  }

  private toQueue(type: "withdraw" | "hurry", messageId: string): void {
    const run = lastRun(this.conversation);
    if (run !== undefined) {
      this.vscode.postMessage({ type, runId: run.runId, messageId });
    }
  }

  private actionsOf(runId: string): BlockActions {
    return {
      open: (path, line) => {
        this.vscode.postMessage({ type: "open", runId, path, line });
      },
      restore: (step) => {
        this.vscode.postMessage({ type: "restore", runId, step });
      },
      resume: () => {
        this.vscode.postMessage({ type: "resume", runId });
      },
      stopSubagent: (childId) => {
        this.vscode.postMessage({ type: "cancel", runId: childId });
      },
      keepRunning: (ofRun, handle) => {
        this.vscode.postMessage({ type: "keepRunning", runId: ofRun, handle });
      },
      stopCommand: (ofRun, handle) => {
        this.vscode.postMessage({ type: "stopCommand", runId: ofRun, handle });
      },
      remedy: (id) => {
        this.vscode.postMessage({ type: "remedy", runId, id });
      },
      preview: (requestId) => {
        this.vscode.postMessage({ type: "preview", runId, requestId });
      },
      answer: (requestId, choice, note, offer) => {
        this.vscode.postMessage({ type: "answer", runId, requestId, choice, note, offer });
      },
    };
  }
}

function isWorking(run: Run, state: PanelState): boolean {
  return run.state !== "done" && state.isConnected;
}

function composerState(run: Run | undefined, state: PanelState): ComposerState {
  const { queued } = state;
  if (run === undefined) {
    return { blockedReason: "No runs yet.", isWorking: false, queued };
  }
  if (run.state === "cancelling") {
    return { blockedReason: "The run is being cancelled.", isWorking: true, queued };
  }
  const works = isWorking(run, state);
  return { blockedReason: works ? "" : state.blockedReason, isWorking: works, queued };
}

/** The conversation after what the server says of its runs. */
function withInfos(conversation: Conversation, infos: readonly Fields[]): Conversation {
  const runs = conversation.runs.map((run) => {
    const info = infos.find((each) => textOf(each, "runId") === run.runId);
    return info === undefined ? run : withInfo(run, info);
  });
  return { ...conversation, runs: runs.sort((one, two) => runNumber(one.runId) - runNumber(two.runId)) };
}

new Page().start();
