/** What helps against an error of a run, and the error in the words of this editor. */

/** A button: a command of the editor, and what it is called with. */
export interface Remedy {
  readonly id: RemedyId;
  readonly label: string;
  readonly command: string;
  readonly argument?: string;
}

export type RemedyId = "apiKey" | "serverKey" | "model" | "apiBase" | "reasoning" | "budget" | "steps";

const REMEDIES: Readonly<Record<RemedyId, Omit<Remedy, "id">>> = {
  apiKey: { label: "Enter API Key...", command: "architect.ui.configureModel", argument: "apiKey" },
  serverKey: { label: "Enter API Key...", command: "architect.ui.configureModel", argument: "compatible" },
  model: { label: "Select Model...", command: "architect.ui.configureModel" },
  apiBase: { label: "Open Setting", command: "workbench.action.openSettings", argument: "architect.apiBase" },
  reasoning: { label: "Open Setting", command: "workbench.action.openSettings", argument: "architect.reasoningEffort" },
  budget: { label: "Open Setting", command: "workbench.action.openSettings", argument: "architect.budgetUsd" },
  steps: { label: "Open Setting", command: "workbench.action.openSettings", argument: "architect.maxSteps" },
};

interface Sign {
  readonly sign: RegExp;
  readonly remedies: readonly RemedyId[];
}

/** The first that fits counts. */
const SIGNS: readonly Sign[] = [
  { sign: /\bHOSTED_VLLM_API_KEY\b/, remedies: ["serverKey", "model"] },
  { sign: /\bno key for\b|\bAPI key\b|\banswered 40[13]\b/i, remedies: ["apiKey", "model"] },
  { sign: /\bollama\b|\bno model is (?:set up|selected)\b/i, remedies: ["model"] },
  { sign: /\breasoning_effort\b/, remedies: ["reasoning", "model"] },
  { sign: /\bapi_base\b|\bapiBase\b|\bno connection\b|\bNothing answers\b|\bconnection attempts failed\b/i, remedies: ["apiBase", "model"] },
  { sign: /\bllm\.model\b|\blitellm\b|\banswered [345]\d\d\b|\bbroke off\b|\bno complete reply\b/i, remedies: ["model"] },
  { sign: /\bno address is known\b|\bcall(?:s|ing)? tools\b|\bcontext window\b/i, remedies: ["model"] },
  { sign: /\bbudget\b/i, remedies: ["budget"] },
  { sign: /\bmax(imum)?[ _]steps\b|\bstep limit\b/i, remedies: ["steps"] },
];

/** The buttons for an error that the server tells, the likeliest first; none if nothing is known. */
export function remediesFor(error: string): readonly Remedy[] {
  const found = SIGNS.find(({ sign }) => sign.test(error))?.remedies ?? [];
  return found.map((id) => ({ id, ...REMEDIES[id] }));
}

/** The buttons for what the server says helps; none for what has none here. */
export function remediesOfKind(kind: string): readonly Remedy[] {
  return (KINDS.get(kind) ?? []).map((id) => ({ id, ...REMEDIES[id] }));
}

/** Of `RunInfo.remedy`. */
const KINDS: ReadonlyMap<string, readonly RemedyId[]> = new Map([
  ["selectModel", ["model"]],
  ["enterKey", ["apiKey", "model"]],
  ["startOllama", ["model"]],
  ["installLitellm", ["model"]],
]);

export function remedyOf(id: string): Remedy | undefined {
  return isRemedyId(id) ? { id, ...REMEDIES[id] } : undefined;
}

function isRemedyId(id: string): id is RemedyId {
  return Object.hasOwn(REMEDIES, id);
}

/** What the server advises to do on a command line or in a file, and names it has for settings. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bno model is set up: \(1\).*$/s, "no model is selected"],
  [/: set [^:;]*, name another variable in llm\.api_key_env, or use --api-key on the command line/g, ""],
  [/\bno key was found in [A-Z_]+(?: or [A-Z_]+)*/g, "no key is stored"],
  [/\bno key was sent: no key is stored\b/g, "no key was sent"],
  [/; `architect models` lists those that there are/g, ""],
  [/ \((?:or )?(?:--[a-z-]+(?:, )?)?(?:llm\.fallbacks)?\)/g, ""],
  [/\bllm\.api_base(?: or [A-Z0-9_]+_BASE)?\b/g, "architect.apiBase"],
  [/\bllm\.model\b/g, "architect.model"],
  [/\bllm\.reasoning_effort\b/g, "architect.reasoningEffort"],
];

export function inEditorWords(error: string): string {
  return WORDS.reduce((text, [name, ours]) => text.replace(name, ours), error);
}
