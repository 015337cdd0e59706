/** The state of the last run, the cost of all runs, and their actions. */

import { costOf, lastRun, type Conversation } from "../conversation/conversation";
import { toneOf } from "../conversation/outcome";
import type { Run, RunState } from "../conversation/run";
import type { PanelState } from "../panel/messages";
import { pluralize, oneLine } from "../displayText";
import { plusMinus } from "./diffView";
import { button, element, fill, setText } from "./dom";
import { dollars, short } from "./format";

export interface HeaderActions {
  readonly cancel: (runId: string) => void;
  readonly undo: (runId: string) => void;
  readonly diff: (runId: string) => void;
}

const STATES: Readonly<Record<RunState, string>> = {
  queued: "Queued",
  running: "Running",
  waiting: "Waiting",
  cancelling: "Stopping",
  done: "Done",
};

const WAITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    confirm: "Waiting for confirmation",
    input: "Waiting for confirmation",
    save: "Waiting for files to be saved",
  }),
);

const OUTCOMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    completed: "Completed",
    failed: "Failed",
    limit: "Stopped: limit reached",
    blocked: "Blocked",
    interrupted: "Interrupted",
    cancelled: "Cancelled",
  }),
);

export class HeaderView {
  readonly element = element("header", { class: "bar" });
  private readonly title = element("h1", { class: "visually-hidden" }, "Architect");
  private readonly state = element("span", { class: "state" });
  private readonly facts = element("span", { class: "facts" });
  private readonly lines = element("span");
  private run: Run | undefined;
  private readonly cancel: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly diff: HTMLButtonElement;

  constructor(actions: HeaderActions) {
    this.cancel = this.button("Cancel", actions.cancel);
    this.diff = this.button("Show diff", actions.diff);
    this.undo = this.button("Undo run", actions.undo);
    this.element.append(
      this.title,
      element("div", { class: "status-line" }, this.state, this.facts, this.lines),
      element("div", { class: "buttons" }, this.cancel, this.diff, this.undo),
    );
  }

  update(conversation: Conversation, state: PanelState): void {
    const run = lastRun(conversation);
    this.run = run;
    setText(this.title, `Architect: ${oneLine(conversation.runs[0]?.task ?? "", 100)}`);
    setText(this.state, run === undefined ? "No runs yet" : stateText(run, state));
    this.element.dataset["state"] = state.isConnected ? (run?.state ?? "") : "";
    this.element.dataset["tone"] = run?.outcome === undefined ? "" : toneOf(run.outcome);
    setText(this.facts, run === undefined ? "" : facts(run, conversation, state));
    fill(this.lines, ...(run === undefined ? [] : changedLines(run)));
    show(this.cancel, state.isConnected && run !== undefined && run.state !== "done");
    this.cancel.disabled = run?.state === "cancelling";
    show(this.diff, hasChanges(run));
    const hasProposals = run !== undefined && run.proposed.length > 0;
    show(this.undo, (hasChanges(run) || hasProposals) && run?.state === "done");
    setText(this.undo, hasChanges(run) ? "Undo run" : "Discard proposals");
  }

  private button(label: string, act: (runId: string) => void): HTMLButtonElement {
    const made = button(label, () => {
      if (this.run !== undefined) {
        act(this.run.runId);
      }
    }, { class: "secondary" });
    made.hidden = true;
    return made;
  }
}

function show(target: HTMLElement, isShown: boolean): void {
  target.hidden = !isShown;
}

function hasChanges(run: Run | undefined): boolean {
  return run !== undefined && run.files.length > 0;
}

function stateText(run: Run, state: PanelState): string {
  if (run.state === "done") {
    return OUTCOMES.get(run.outcome ?? "") ?? "Done";
  }
  if (!state.isConnected) {
    return "Connection to the server lost";
  }
  if (run.state === "waiting") {
    return WAITS.get(run.waitsFor) ?? STATES.waiting;
  }
  const place = run.state === "queued" && run.position > 0 ? ` at position ${String(run.position)}` : "";
  return `${STATES[run.state]}${place}`;
}

function facts(run: Run, conversation: Conversation, state: PanelState): string {
  const most = run.maxSteps === undefined ? "" : ` of ${String(run.maxSteps)}`;
  const tokens = run.inputTokens + run.outputTokens;
  // The budget is that of the session.
  const budget = state.budgetUsd === undefined ? "" : ` of ${dollars(state.budgetUsd)}`;
  const isAlone = conversation.runs.length === 1;
  const parts = [
    run.steps > 0 ? `step ${String(run.steps)}${most}` : "",
    `${spent(run.costUsd)}${isAlone ? budget : ""}`,
    isAlone ? "" : `session ${spent(costOf(conversation))}${budget}`,
    tokens > 0 ? `${short(tokens)} tokens` : "",
    run.files.length > 0 ? pluralize(run.files.length, "file") : "",
    run.proposed.length > 0 ? `${pluralize(run.proposed.length, "file")} proposed` : "",
    run.denials > 0 ? `${String(run.denials)} denied` : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function spent(usd: number | undefined): string {
  return usd === undefined ? "cost unknown" : dollars(usd);
}

function changedLines(run: Run): readonly HTMLElement[] {
  const added = run.files.reduce((sum, file) => sum + file.added, 0);
  const removed = run.files.reduce((sum, file) => sum + file.removed, 0);
  return run.files.length === 0 ? [] : [plusMinus(added, removed)];
}
