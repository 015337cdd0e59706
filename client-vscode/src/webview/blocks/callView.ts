/** A tool call as a card that can be opened. */

import type { Block, CallBlock, CallState } from "../../conversation/blocks";
import { isFields } from "../../conversation/event";
import { t } from "../../l10n";
import type { BlockActions, BlockView } from "../blockView";
import { codeView } from "../codeView";
import { copyButton } from "../copyButton";
import { withFileLinks } from "../fileLinks";
import { changeView, plusMinus } from "../diffView";
import { element, fill, setText, type Child } from "../dom";
import { hides } from "../hiddenText";
import { longText } from "../longText";
import { outputView } from "../outputView";
import { commandView } from "./commandView";
import { subagentViews } from "./subagentView";
import { duration } from "../format";
import { oneLine } from "../../displayText";

const STATES: Readonly<Record<CallState, string>> = {
  requested: t("pending"),
  running: t("running"),
  succeeded: t("done"),
  failed: t("failed"),
  denied: t("denied"),
  "interrupted": t("interrupted"),
};

/** What an edit would add and remove, which is told beside it once it did. */
const COUNTS = / \(\+\d+ -\d+\)$/;
/** What takes less is not worth a figure. */
const SHORTEST_S = 0.05;

export function callView(actions: BlockActions): BlockView {
  return new CallView(actions);
}

class CallView implements BlockView {
  readonly element = element("details", { class: "card call" });
  private readonly name = element("span", { class: "call-name" });
  private readonly about = element("code", { class: "call-about" });
  private readonly counts = element("span");
  private readonly state = element("span", { class: "call-state" });
  private readonly reason = element("span", { class: "call-reason" });
  /** The last line that a command printed, while it is closed. */
  private readonly last = element("span", { class: "call-last" });
  private readonly body = element("div", { class: "card-body" });
  private readonly output = outputView();
  private block: CallBlock | undefined;
  /** What the body was made of. */
  private shown: CallBlock | undefined;
  private isToggledByUser = false;

  constructor(private readonly actions: BlockActions) {
    const summary = element(
      "summary",
      {},
      element("span", { class: "mark", attributes: { "aria-hidden": "true" } }),
      this.name,
      this.about,
      this.counts,
      this.state,
      this.reason,
      this.last,
    );
    summary.addEventListener("click", () => {
      this.isToggledByUser = true;
    });
    this.element.append(summary, this.body);
    this.element.addEventListener("toggle", () => {
      this.showBody();
    });
    hides(this.element, () => this.hiddenText(), () => {
      this.makeBody();
    });
  }

  private hiddenText(): string {
    const { block } = this;
    return block === undefined || block === this.shown
      ? ""
      : [block.arguments, block.result, ...block.changes.map(({ diff }) => diff)].join("\n");
  }

  update(block: Block): void {
    if (block.kind !== "call") {
      return;
    }
    this.block = block;
    this.element.dataset["state"] = block.state;
    setText(this.name, block.name);
    setText(this.about, oneLine(block.summary.replace(COUNTS, ""), 300));
    setText(this.state, stateText(block));
    setText(this.reason, oneLine(block.reason, 300));
    setText(this.last, lastLine(block));
    fill(this.counts, ...counts(block));
    if (!this.isToggledByUser) {
      this.element.open = isOpenByDefault(block);
    }
    this.showBody();
  }

  /** What is closed is not made: most calls are never looked into. */
  private showBody(): void {
    if (this.element.open) {
      this.makeBody();
    }
  }

  private makeBody(): void {
    const { block } = this;
    if (block === undefined || block === this.shown) {
      return;
    }
    if (block.background?.ended === "") {
      fill(this.body, commandView(block.background, this.actions), ...bodyOf(block, this.actions));
    } else if (block.subagents.length > 0) {
      fill(this.body, ...subagentViews(block, this.actions), ...resultOf(block, this.actions));
    } else if (block.state === "running") {
      this.output.update(block.output);
      fill(this.body, this.output.element);
    } else {
      fill(this.body, ...bodyOf(block, this.actions));
    }
    this.shown = block;
  }
}

function stateText(block: CallBlock): string {
  if (block.background !== undefined) {
    const goesOn = block.background.isKept ? t("kept running") : t("running in the background");
    return block.background.ended === "" ? goesOn : block.background.ended;
  }
  const seconds = block.durationS ?? 0;
  const took = seconds < SHORTEST_S ? "" : `, ${duration(seconds)}`;
  return `${STATES[block.state]}${took}`;
}

/** `2 passed in 0.03s`; empty for what is no command. */
function lastLine({ name, state, result, background }: CallBlock): string {
  const isCommand = name === "run_command" && background === undefined;
  const lines = isCommand && state !== "denied" ? result.trimEnd().split("\n") : [];
  const said = lines.filter((line) => line.trim() !== "" && !/^\[?exit (code|status)/i.test(line.trim()));
  return oneLine(said.at(-1) ?? "", 200);
}

function counts(block: CallBlock): readonly HTMLElement[] {
  const added = block.changes.reduce((sum, change) => sum + change.added, 0);
  const removed = block.changes.reduce((sum, change) => sum + change.removed, 0);
  return block.changes.length === 0 ? [] : [plusMinus(added, removed)];
}

/** Changes, what prints now, and what failed is open by itself. */
export function isOpenByDefault(block: CallBlock): boolean {
  const hasNews = block.output.pieces.length > 0 || block.subagents.length > 0;
  const prints = block.state === "running" && hasNews;
  const goesOn = block.background?.ended === "";
  return block.changes.length > 0 || goesOn || prints || (block.state === "failed" && block.result !== "");
}

function bodyOf(block: CallBlock, actions: BlockActions): readonly Child[] {
  const changes = block.changes.map((change) => changeView(change, actions));
  // The diff says what was asked of an edit, and its result if that went well; not those of a command.
  const isEdit = block.changes.some((change) => !change.isByCommand);
  const isTold = isEdit && block.state === "succeeded";
  return [
    isEdit ? undefined : argumentsView(block),
    ...changes,
    isTold || block.result === "" ? undefined : resultView(block, actions),
  ];
}

function resultOf(block: CallBlock, actions: BlockActions): readonly Child[] {
  const changes = block.changes.map((change) => changeView(change, actions));
  return [...changes, block.result === "" ? undefined : resultView(block, actions)];
}

function argumentsView(block: CallBlock): Child {
  const given = parsed(block.arguments);
  const command = isFields(given) ? given["command"] : undefined;
  if (typeof command === "string") {
    const shown = longText(command, { lines: 12, from: "start" }, (part) => codeView(part, "shell"));
    return section(t("Command"), shown, copyButton(() => command, t("Copy command")));
  }
  const values = isFields(given) ? Object.values(given) : [given];
  // The summary of a call with one argument shows all of it.
  if (values.length === 0 || (values.length === 1 && values[0] === block.summary)) {
    return undefined;
  }
  const text = given === undefined ? block.arguments : JSON.stringify(given, undefined, 2);
  const shown = longText(text, { lines: 12, from: "start" }, (part) => codeView(part, "json"));
  return section(t("Arguments"), shown);
}

function resultView(block: CallBlock, actions: BlockActions): HTMLElement {
  const from = block.state === "failed" ? "end" : "start";
  const shown = longText(block.result, { lines: 20, from }, (part) =>
    element("pre", { class: "output" }, ...withFileLinks(part, actions.open)),
  );
  return section(t("Result"), shown, copyButton(() => block.result, t("Copy result")));
}

function section(title: string, content: HTMLElement, copy?: HTMLElement): HTMLElement {
  return element("div", { class: "part" }, element("div", { class: "part-title" }, title, copy), content);
}

/** Undefined if it is no JSON, or too much of it. */
function parsed(text: string): unknown {
  try {
    return text.length > 100_000 ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
