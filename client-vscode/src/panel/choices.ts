/** What the user has chosen for a chat in the row below its input. */

import { textOf, type Fields } from "../conversation/event";
import { t } from "../l10n";

/** Each is empty if the settings decide. */
export interface Choices {
  readonly model: string;
  readonly mode: string;
  readonly agent: string;
  readonly reasoning: string;
}

export const NO_CHOICES: Choices = { model: "", mode: "", agent: "", reasoning: "" };

const MAX = 200;

export interface ModeChoice {
  readonly mode: string;
  readonly label: string;
  readonly description: string;
}

/** The modes of the server, from the one that asks most. */
export const MODES: readonly ModeChoice[] = [
  { mode: "ask", label: t("Ask"), description: t("Ask before every edit, and before commands that reach outside the sandbox") },
  { mode: "edit", label: t("Edit"), description: t("Edit files, to be kept or undone afterwards; ask before commands that reach outside the sandbox") },
  { mode: "plan", label: t("Plan"), description: t("Only read, and make a plan") },
  { mode: "yolo", label: "YOLO", description: t("Never ask; what the guardrails block remains blocked") },
];

export function readChoices(fields: Fields): Choices {
  const short = (name: string) => textOf(fields, name).slice(0, MAX);
  return { model: short("model"), mode: short("mode"), agent: short("agent"), reasoning: short("reasoning") };
}

/** The members of a command's argument for them; none for what the settings decide. */
export function chosenFields(choices: Choices): Partial<Choices> {
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ""));
}

/** The mode that only plans, and the agent that does. */
export const PLAN = "plan";
/** The agent that carries plans out where no other is chosen. */
const WORKER = "build";

/** For the run that carries a plan out. */
export function afterPlan(choices: Choices): Choices {
  const { mode, agent } = choices;
  return { ...choices, mode: mode === PLAN ? "" : mode, agent: agent === "" || agent === PLAN ? WORKER : agent };
}

/** The mode that the settings `architect.mode` and `architect.review` come to. */
export function modeOfSettings(mode: string | undefined, review: string | undefined): string {
  if (mode === "yolo") {
    return "yolo";
  }
  return mode === "confirm-all" || review === "confirm" ? "ask" : "edit";
}
