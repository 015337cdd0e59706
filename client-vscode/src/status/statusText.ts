/** The text of the status bar item. */

import type { DaemonState } from "../daemon/daemon";
import { SERVER_PATH } from "../daemon/discovery";
import { t } from "../l10n";
import { modelName } from "../modelName";
import { costOf, detailsOf, stateText, titleOf } from "../runs/runText";
import { asksUser, isOpen, type Run } from "../runs/run";
import { pluralize, oneLine, escapeIcons } from "../displayText";

export type Severity = "none" | "warning" | "error";

export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers, without icons. */
  readonly label: string;
  /** What a click does. */
  readonly command: string;
  readonly argument?: unknown;
  readonly severity: Severity;
}

export interface Situation {
  readonly state: DaemonState;
  /** The newest first. */
  readonly runs: readonly Run[];
  readonly isTrusted: boolean;
  readonly choice: StatusChoice;
}

/** What the next run works with, as the settings say; without a model the server decides. */
export interface StatusChoice {
  readonly model: string | undefined;
  readonly mode: string | undefined;
  readonly review: string | undefined;
  /** The setting; empty if it is not set. */
  readonly serverPath: string;
}

const SHOW_RUNS = "architect.runs.focus";
const NAME = "Architect";
const MAX_ACTIVITY = 40;

export function statusText(situation: Situation): StatusText {
  const [newest, ...older] = situation.runs.filter(isOpen);
  return newest === undefined ? ofServer(situation) : ofRuns(newest, older);
}

function ofRuns(newest: Run, older: readonly Run[]): StatusText {
  const open = [newest, ...older];
  const asking = open.some(asksUser);
  const activity = older.length > 0 ? pluralize(open.length, "run") : stateText(newest);
  const cost = total(open);
  const summary = [oneLine(activity, MAX_ACTIVITY), cost].filter((part) => part !== "").join(" · ");
  const tooltip = open.map(detailsOf).join("\n\n");
  return {
    text: `${asking ? "$(question)" : "$(loading~spin)"} ${escapeIcons(summary)}`,
    tooltip,
    label: `${NAME}: ${open.map(titleOf).join(", ")}: ${summary}`,
    command: asking ? "architect.ui.answer" : SHOW_RUNS,
    severity: asking ? "warning" : "none",
  };
}

function ofServer({ state, isTrusted, choice }: Situation): StatusText {
  switch (state) {
    case "missing":
      return { ...missing(choice), severity: "warning" };
    case "failed":
      return {
        ...plain("$(error) Architect", t("The server is not running. Click to restart it.")),
        command: "architect.ui.restartServer",
        severity: "error",
      };
    case "starting":
      return plain("$(sync~spin) Architect", t("The server is starting."));
    case "restarting":
      return plain("$(sync~spin) Architect", t("The server is restarting."));
    case "off":
      return plain("$(tools) Architect", t("The server starts on first use."));
    case "running":
      return isTrusted
        ? ready(choice)
        : plain("$(shield) Architect", t("This workspace is not trusted. Only reviews are available."));
  }
}

function missing({ serverPath }: StatusChoice): StatusText {
  const text = "$(warning) Architect";
  if (serverPath === "") {
    return { ...plain(text, t("The server is not installed. Click to install it.")), command: "architect.ui.installServer" };
  }
  const about = plain(text, t("The setting architect.server.path names no server. Click to change it."));
  return { ...about, command: "architect.ui.applyRemedy", argument: SERVER_PATH };
}

/** `sonnet · ask`: the model without its provider, and when it asks. */
function ready(choice: StatusChoice): StatusText {
  const model = choice.model?.split("/").at(-1) ?? "";
  const mode = modeOf(choice);
  const summary = [oneLine(model, 24), mode].filter((part) => part !== "").join(" · ");
  const details = [t("Model: {model}", { model: oneLine(modelName(choice.model ?? "") || t("as the server is configured"), 100) }), t("Mode: {mode}", { mode }), t("No runs in progress. Click to show runs.")];
  const text = plain(`$(tools) ${escapeIcons(model === "" ? NAME : summary)}`, details.join("\n"));
  return { ...text, label: `${NAME}: ${details.join(", ")}` };
}

/** When it asks, in the words of the chat. */
export function modeOf({ mode, review }: StatusChoice): string {
  if (mode === "yolo") {
    return "yolo";
  }
  if (review === "propose") {
    return "propose";
  }
  return mode === "confirm-all" || review === "confirm" ? "ask" : "edit";
}

function plain(text: string, tooltip: string): StatusText {
  const label = `${NAME}: ${tooltip}`;
  return { text, tooltip: label, label, command: SHOW_RUNS, severity: "none" };
}

/** What all of them have cost so far; in tokens if a price is not known. */
function total(runs: readonly Run[]): string {
  const spending = runs.map((run) => run.spending);
  const isPriced = spending.every(({ usd }) => usd !== null);
  return costOf({
    inputTokens: spending.reduce((sum, each) => sum + each.inputTokens, 0),
    outputTokens: spending.reduce((sum, each) => sum + each.outputTokens, 0),
    usd: isPriced ? spending.reduce((sum, each) => sum + (each.usd ?? 0), 0) : null,
  });
}
