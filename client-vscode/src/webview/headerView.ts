/** The state of the last run, the cost of all runs, and their actions. */

import { costOf, isUndone, lastRun, type Conversation } from "../conversation/conversation";
import { isDecision, lastOf, type Run, type RunState } from "../conversation/run";
import { t } from "../l10n";
import type { OpenChanges, PanelState } from "../panel/messages";
import { pluralize, oneLine } from "../displayText";
import { plusMinus } from "./diffView";
import { button, element, fill, setText } from "./dom";
import { dollars, short, waitingWords } from "./format";

/** `undoAll` and `diffAll` are about all runs of the session, as `keep` always is. */
type HeaderActionType = "undo" | "undoAll" | "keep" | "diff" | "diffAll";

/** Does something with the run that the header is about. */
export type HeaderAction = (type: HeaderActionType, runId: string) => void;

const STATES: Readonly<Record<RunState, string>> = {
  queued: t("Queued"),
  running: t("Running"),
  waiting: t("Waiting"),
  cancelling: t("Stopping"),
  done: t("Done"),
};

const WAITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    confirm: waitingWords(""),
    input: waitingWords(""),
    save: t("Waiting for files to be saved"),
  }),
);

export class HeaderView {
  readonly element = element("header", { class: "bar" });
  private readonly title = element("h1", { class: "visually-hidden" }, "Architect");
  private readonly state = element("span", { class: "state" });
  private readonly facts = element("span", { class: "facts" });
  private readonly lines = element("span", { class: "lines" });
  /** In a narrow chat, where all of it would take many lines. */
  private readonly more = button("…", () => {
    const isOpen = this.element.classList.toggle("is-open");
    this.more.setAttribute("aria-expanded", String(isOpen));
  }, { class: "link-button more", attributes: { "aria-label": t("Details of the run"), title: t("Details of the run"), "aria-expanded": "false" } });
  /** What the buttons are about: the only run that has changed files, else the last one. */
  private run: Run | undefined;
  /** Whether more than one run of the session has changed files. */
  private areSeveral = false;
  private readonly undo: HTMLButtonElement;
  private readonly keep: HTMLButtonElement;
  private readonly diff: HTMLButtonElement;

  constructor(private readonly act: HeaderAction) {
    this.diff = this.button(t("Show Changes"), () => (this.areSeveral ? "diffAll" : "diff"));
    this.keep = this.button(t("Keep All"), () => "keep");
    this.undo = this.button(t("Undo Run..."), () => (this.areSeveral ? "undoAll" : "undo"));
    this.element.append(
      this.title,
      element("div", { class: "status-line" }, this.state, this.lines, this.facts),
      this.more,
      element("div", { class: "buttons" }, this.diff, this.keep, this.undo),
    );
  }

  /** `changes` are those of a run that wait for a decision, if the server could tell. */
  update(conversation: Conversation, state: PanelState, changes: OpenChanges | undefined): void {
    const run = lastRun(conversation);
    const changing = conversation.runs.filter((each) => !isDecision(each) && hasChanges(each));
    this.areSeveral = changing.length > 1;
    this.run = this.areSeveral ? run : (changing[0] ?? run);
    // Without a session there is nothing to tell.
    this.element.classList.toggle("visually-hidden", run === undefined);
    setText(this.title, `Architect: ${oneLine(conversation.runs[0]?.task ?? "", 100)}`);
    setText(this.state, run === undefined ? t("No runs yet") : stateText(run, state));
    this.element.dataset["state"] = state.isConnected ? (run?.state ?? "") : "";
    this.element.dataset["tone"] = run === undefined ? "" : (lastOf(run, "outcome")?.tone ?? "");
    setText(this.facts, run === undefined ? "" : facts(run, conversation, state, changes));
    fill(this.lines, ...(run === undefined ? [] : changedLines(run)));
    show(this.lines, hasChanges(run));
    show(this.diff, hasChanges(run) || (changing.length > 0 && (changes?.hunks ?? 0) > 0));
    const open = run?.state === "done" ? openChanges(run, conversation, changes) : undefined;
    show(this.keep, open?.canBeKept === true);
    show(this.undo, open !== undefined);
    const areProposed = changes?.runId === run?.runId ? changes?.areProposed === true : run?.files.length === 0;
    setText(this.keep, areProposed ? t("Accept All") : t("Keep All"));
    setText(this.undo, areProposed ? t("Discard Proposals...") : this.areSeveral ? t("Undo All...") : t("Undo Run..."));
  }

  private button(label: string, type: () => HeaderActionType): HTMLButtonElement {
    const made = button(label, () => {
      if (this.run !== undefined) {
        this.act(type(), this.run.runId);
      }
    }, { class: "secondary" });
    made.hidden = true;
    return made;
  }
}

function show(target: HTMLElement, isShown: boolean): void {
  target.hidden = !isShown;
}

/** Made or proposed. */
function hasChanges(run: Run | undefined): boolean {
  return run !== undefined && run.files.length + run.proposed.length > 0;
}

/** What there is to undo or keep of a run that is over; undefined if nothing. */
function openChanges(
  run: Run,
  conversation: Conversation,
  changes: OpenChanges | undefined,
): { readonly canBeKept: boolean } | undefined {
  if (changes?.runId === run.runId) {
    return changes.hunks + changes.conflicts > 0 ? { canBeKept: changes.hunks > 0 } : undefined;
  }
  return hasChanges(run) && !isUndone(conversation, run.runId) ? { canBeKept: false } : undefined;
}

function stateText(run: Run, state: PanelState): string {
  if (run.state === "done") {
    return lastOf(run, "outcome")?.title ?? STATES.done;
  }
  if (!state.isConnected) {
    return t("Server disconnected");
  }
  if (run.state === "waiting") {
    const asked = lastOf(run, "question");
    return asked?.isOpen === true ? waitingWords(asked.about) : (WAITS.get(run.waitsFor) ?? STATES.waiting);
  }
  if (run.state === "queued" && run.waitsFor !== "") {
    return oneLine(run.waitsFor, 120);
  }
  if (run.state === "queued" && state.queuedBehind !== "") {
    return t("Queued: {ahead}", { ahead: state.queuedBehind });
  }
  return run.state === "queued" && run.position > 0 ? t("Queued at position {position}", { position: run.position }) : STATES[run.state];
}

function facts(
  run: Run,
  conversation: Conversation,
  state: PanelState,
  changes: OpenChanges | undefined,
): string {
  const tokens = run.inputTokens + run.outputTokens;
  const isAlone = conversation.runs.filter((each) => !isDecision(each)).length === 1;
  const open = changes?.runId === run.runId && run.state === "done" ? changes.hunks : 0;
  // In a narrow chat the first ones are seen.
  const parts = [
    open > 0 ? t("{changes} to review", { changes: pluralize(open, changes?.areProposed === true ? "proposal" : "change") }) : "",
    stepsText(run),
    isAlone ? spentOfBudget(run.costUsd, state) : spent(run.costUsd),
    isAlone ? "" : t("session {spent}", { spent: spentOfBudget(costOf(conversation), state) }),
    run.files.length > 0 ? pluralize(run.files.length, "file") : "",
    run.proposed.length > 0 ? t("{files} proposed", { files: pluralize(run.proposed.length, "file") }) : "",
    run.denials > 0 ? t("{denials} denied", { denials: run.denials }) : "",
    tokens > 0 ? t("{tokens} tokens{cached}", { tokens: short(tokens), cached: cachedShare(run) }) : "",
    run.contextPercent > 0 ? t("context {percent} %", { percent: run.contextPercent }) : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function stepsText({ steps: step, maxSteps: most, state }: Run): string {
  if (step === 0) {
    return "";
  }
  if (state === "done") {
    return pluralize(step, "step");
  }
  return most === undefined ? t("step {step}", { step }) : t("step {step} of {most}", { step, most });
}

/** How much of the input came from the provider's cache; empty if nothing did. */
function cachedShare({ cachedTokens, inputTokens }: Run): string {
  const percent = Math.floor((100 * cachedTokens) / Math.max(1, inputTokens));
  return cachedTokens > 0 ? t(", {percent} % cached", { percent }) : "";
}

/** The budget is that of the session. */
function spentOfBudget(usd: number | undefined, { budgetUsd }: PanelState): string {
  return budgetUsd === undefined ? spent(usd) : t("{spent} of {budget}", { spent: spent(usd), budget: dollars(budgetUsd) });
}

function spent(usd: number | undefined): string {
  return usd === undefined ? t("cost unknown") : dollars(usd);
}

function changedLines(run: Run): readonly HTMLElement[] {
  const added = run.files.reduce((sum, file) => sum + file.added, 0);
  const removed = run.files.reduce((sum, file) => sum + file.removed, 0);
  return run.files.length === 0 ? [] : [plusMinus(added, removed)];
}
