/** What helps against an error, as the server or this side tells it, and the buttons for it. */

import { t } from "./l10n";
import type { ShownRemedy } from "./protocol/generated";

/** The server knows of no server that is missing, and of no window without a folder. */
export type RemedyKind = ShownRemedy["kind"] | "installServer" | "restartServer" | "openFolder";

/** `setting` is what it is about, as the editor calls it; empty if nothing is known. */
export interface Remedy {
  readonly kind: RemedyKind;
  readonly setting: string;
}

const LABELS: Readonly<Record<RemedyKind, string>> = {
  selectModel: t("Select Model..."),
  enterKey: t("Enter API Key..."),
  retry: t("Retry"),
  startOllama: t("Start Ollama"),
  installLitellm: t("Install LiteLLM"),
  openSettings: t("Open Setting"),
  trustProject: t("Trust Project..."),
  installServer: t("Install Server"),
  restartServer: t("Restart Server"),
  openFolder: t("Open Folder..."),
};

/** What takes another model helps against, too. */
const ABOUT_MODEL: ReadonlySet<RemedyKind> = new Set(["enterKey", "startOllama", "installLitellm"]);
const MODEL_SETTINGS = /^architect\.(model|apiBase|reasoningEffort)$/;

export interface RemedyButton {
  readonly label: string;
  readonly remedy: Remedy;
}

/** The buttons for an error, the likeliest first; none if nothing is known to help. */
export function buttonsFor(remedy: Remedy | undefined): readonly RemedyButton[] {
  if (remedy === undefined) {
    return [];
  }
  const isAboutModel = ABOUT_MODEL.has(remedy.kind) || (remedy.kind === "openSettings" && MODEL_SETTINGS.test(remedy.setting));
  const all: readonly Remedy[] = isAboutModel ? [remedy, { kind: "selectModel", setting: "" }] : [remedy];
  return all.map((each) => ({ label: LABELS[each.kind], remedy: each }));
}

/** The `remedy` of a run, an event or an error; undefined if it is none. */
export function readRemedy(value: unknown): Remedy | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { kind, setting } = value as { kind?: unknown; setting?: unknown };
  const isName = typeof setting === "string" && SETTING.test(setting);
  return isRemedyKind(kind) ? { kind, setting: isName ? setting : "" } : undefined;
}

/** Whatever else may stand there is not put into a search for settings. */
const SETTING = /^[\w.-]{1,100}$/;

function isRemedyKind(kind: unknown): kind is RemedyKind {
  return typeof kind === "string" && Object.hasOwn(LABELS, kind);
}
