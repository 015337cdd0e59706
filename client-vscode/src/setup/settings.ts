/** The user's settings, and the part of them that is passed to the server. */

import { EFFORTS, type ReasoningEffort } from "../reasoningEfforts";
import type { JsonObject } from "../protocol/generated";

export type Mode = "yolo" | "confirm-sensitive" | "confirm-all";
export type Review = "after" | "confirm" | "propose";

/** What is undefined was not set, so that the files of the server's configuration decide. */
export interface Settings {
  readonly serverPath: string;
  readonly serverArguments: readonly string[];
  readonly model: string | undefined;
  readonly reasoningEffort: ReasoningEffort | undefined;
  readonly apiBase: string | undefined;
  readonly mode: Mode | undefined;
  readonly review: Review | undefined;
  readonly budgetUsd: number | undefined;
  readonly maxSteps: number | undefined;
  readonly notification: boolean;
}

/** The values of one setting by where they stand, as the editor's `inspect` gives them. */
export interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** By the name of a setting without `architect.`. */
export type Inspect = (name: string) => Inspected | undefined;

const MODES: readonly Mode[] = ["confirm-all", "confirm-sensitive", "yolo"];
/** From the loosest to the strictest. */
const REVIEWS: readonly Review[] = ["after", "confirm", "propose"];
const MAX_STEPS = 1_000;
/** The server's own. */
const AGENTS = ["build", "plan", "explain", "review"];

/**
 * Read all settings.
 *
 * Whoever clones a repository takes its settings file along. What could start a program, send code
 * elsewhere, cost money or ask less counts only if the user has set it, in a trusted workspace, too.
 */
export function readSettings(inspect: Inspect): Settings {
  const own = (name: string): unknown => inspect(name)?.globalValue;
  return {
    serverPath: text(own("server.path")) ?? "",
    serverArguments: texts(own("server.arguments")),
    model: text(own("model")),
    reasoningEffort: EFFORTS.find((effort) => effort === own("reasoningEffort")),
    apiBase: text(own("apiBase")),
    mode: MODES.find((mode) => mode === own("mode")),
    review: strictestReview(inspect("review")),
    budgetUsd: number(own("budgetUsd"), 0, Number.MAX_VALUE),
    maxSteps: number(own("maxSteps"), 1, MAX_STEPS),
    notification: flag(inspect("progress.notification")),
  };
}

/** The settings in the shape of config.yaml; what is not set is left out. */
export function configOf(settings: Settings): JsonObject {
  const { model, reasoningEffort, apiBase, mode, review, budgetUsd, maxSteps } = settings;
  const agents: Record<string, JsonObject | undefined> = {};
  for (const name of AGENTS) {
    // The others only read, and so never ask.
    const confirm_mode = name === "build" ? mode : undefined;
    agents[name] = present({ max_steps: maxSteps, confirm_mode });
  }
  const sections = {
    llm: present({ model, reasoning_effort: reasoningEffort, api_base: apiBase }),
    costs: present({ budget_usd: budgetUsd }),
    edits: present({ review }),
    agents: present(agents),
  };
  return present(sections) ?? {};
}

/**
 * A workspace may ask to look more closely, but not less. Where the user has set nothing here, the
 * files of the server's configuration may ask for more than the loosest, which then says nothing.
 */
function strictestReview(inspected: Inspected | undefined): Review | undefined {
  const { globalValue, workspaceValue, workspaceFolderValue } = inspected ?? {};
  const place = (value: unknown) => REVIEWS.findIndex((review) => review === value);
  const own = place(globalValue);
  const requested = Math.max(place(workspaceValue), place(workspaceFolderValue));
  return REVIEWS[requested > Math.max(own, 0) ? requested : own];
}

function text(value: unknown): string | undefined {
  const trimmed = typeof value === "string" ? value.trim() : "";
  return trimmed === "" ? undefined : trimmed;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function number(value: unknown, least: number, most: number): number | undefined {
  const fits = typeof value === "number" && value >= least && value <= most;
  return fits ? value : undefined;
}

/** True unless it is switched off; the narrowest place decides, since it does no harm. */
function flag(inspected: Inspected | undefined): boolean {
  const { workspaceFolderValue, workspaceValue, globalValue } = inspected ?? {};
  return (workspaceFolderValue ?? workspaceValue ?? globalValue) !== false;
}

/** Undefined if nothing is left. */
function present(fields: Readonly<Record<string, unknown>>): JsonObject | undefined {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}
