/** The page of a session: takes in what the extension tells, and shows it. */

import { EMPTY, lastRun, type Conversation } from "../conversation/conversation";
import { textOf, type Fields } from "../conversation/event";
import { foldAll } from "../conversation/fold";
import { withInfo } from "../conversation/foldState";
import { placeOf, type Run } from "../conversation/run";
import { readToWebview, type PanelState, type ToWebview } from "../panel/messages";
import { Announcer } from "./announcer";
import type { BlockActions } from "./blockView";
import { Composer } from "./composer";
import { ConversationView } from "./conversationView";
import { element } from "./dom";
import { Follow } from "./follow";
import { HeaderView } from "./headerView";
import { ExtensionHost } from "./host";
import { Toast } from "./toast";

const NOTHING_KNOWN: PanelState = {
  sessionId: "",
  isConnected: true,
  budgetUsd: undefined,
  obstacle: "",
};

class Page {
  private readonly host = new ExtensionHost();
  private conversation: Conversation = EMPTY;
  private state: PanelState = NOTHING_KNOWN;
  private isScheduled = false;
  /** Whether what came last is the past, which is not announced. */
  private isPast = true;

  private readonly header = new HeaderView({
    cancel: (runId) => {
      this.host.send({ type: "cancel", runId });
    },
    undo: (runId) => {
      this.host.send({ type: "undo", runId });
    },
    diff: (runId) => {
      this.host.send({ type: "diff", runId });
    },
  });
  private readonly blocks = new ConversationView((runId) => this.actionsOf(runId));
  private readonly composer = new Composer(
    (prompt) => {
      this.proceed(prompt);
    },
    (draft) => {
      this.host.keep({ draft });
    },
  );
  private readonly announcer = new Announcer();
  private readonly toast = new Toast();
  private readonly follow = new Follow();

  start(): void {
    const foot = element("footer", { class: "foot" }, this.follow.element, this.toast.element, this.composer.element);
    document.body.append(this.header.element, this.blocks.element, foot, this.announcer.element);
    this.composer.restore(this.host.draft);
    window.addEventListener("message", (event: MessageEvent<unknown>) => {
      const message = readToWebview(event.data);
      if (message !== undefined) {
        this.take(message);
      }
    });
    this.render();
    this.host.send({ type: "ready" });
  }

  private take(message: ToWebview): void {
    switch (message.type) {
      case "conversation":
        this.conversation = EMPTY;
        this.state = message.state;
        this.blocks.clear();
        break;
      case "events":
        this.conversation = foldAll(this.conversation, message.events);
        this.isPast = message.isPast;
        break;
      case "runs":
        this.conversation = informed(this.conversation, message.runs);
        break;
      case "state":
        this.state = message.state;
        break;
      case "told":
        this.toast.tell(message.text, message.tone);
        break;
      case "returned":
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
    this.header.update(this.conversation, this.state);
    this.blocks.update(this.conversation, this.follow.isAtEnd);
    this.composer.allow(obstacleOf(run, this.state));
    this.follow.settle();
    if (this.isPast) {
      this.announcer.learn(this.conversation);
    } else {
      this.announcer.hear(this.conversation);
    }
    if (run !== undefined) {
      this.host.keep({ runId: run.runId });
    }
  }

  private proceed(prompt: string): void {
    const run = lastRun(this.conversation);
    if (run !== undefined) {
      this.host.send({ type: "continue", runId: run.runId, prompt });
    }
  }

  private actionsOf(runId: string): BlockActions {
    return {
      open: (path, line) => {
        this.host.send({ type: "open", runId, path, line });
      },
      preview: (requestId) => {
        this.host.send({ type: "preview", runId, requestId });
      },
      answer: (requestId, choice, note, offer) => {
        this.host.send({ type: "answer", runId, requestId, choice, note, offer });
      },
    };
  }
}

function obstacleOf(run: Run | undefined, state: PanelState): string {
  if (run === undefined) {
    return "No runs yet.";
  }
  if (run.state !== "done" && state.isConnected) {
    return "A run is in progress. Wait for it to finish or cancel it to continue.";
  }
  return state.obstacle;
}

/** The conversation after what the server says of its runs. */
function informed(conversation: Conversation, infos: readonly Fields[]): Conversation {
  const runs = conversation.runs.map((run) => {
    const info = infos.find((each) => textOf(each, "runId") === run.runId);
    return info === undefined ? run : withInfo(run, info);
  });
  return { ...conversation, runs: runs.sort((one, two) => placeOf(one.runId) - placeOf(two.runId)) };
}

new Page().start();
