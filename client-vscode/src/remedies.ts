/** What helps against an error of a run, and the error in the words of this editor. */

/** A button: a command of the editor, and what it is called with. */
export interface Remedy {
  readonly id: RemedyId;
  readonly label: string;
  readonly command: string;
  readonly argument?: string;
}

export type RemedyId = "apiKey" | "model" | "apiBase" | "budget" | "steps";

const REMEDIES: Readonly<Record<RemedyId, Omit<Remedy, "id">>> = {
  apiKey: { label: "Enter API Key...", command: "architect.ui.configureModel", argument: "apiKey" },
  model: { label: "Select Model...", command: "architect.ui.configureModel" },
  apiBase: { label: "Open Setting", command: "workbench.action.openSettings", argument: "architect.apiBase" },
  budget: { label: "Open Setting", command: "workbench.action.openSettings", argument: "architect.budgetUsd" },
  steps: { label: "Open Setting", command: "workbench.action.openSettings", argument: "architect.maxSteps" },
};

interface Sign {
  readonly sign: RegExp;
  readonly remedies: readonly RemedyId[];
}

/** The first that fits counts. */
const SIGNS: readonly Sign[] = [
  { sign: /\bno key for\b|\bAPI key\b|\banswered 40[13]\b/i, remedies: ["apiKey", "model"] },
  { sign: /\bollama\b/i, remedies: ["model"] },
  { sign: /\bapi_base\b|\bapiBase\b|\bno connection\b|\bconnection attempts failed\b/i, remedies: ["apiBase", "model"] },
  { sign: /\bllm\.model\b|\blitellm\b|\banswered 404\b|\bno address is known\b/i, remedies: ["model"] },
  { sign: /\bbudget\b/i, remedies: ["budget"] },
  { sign: /\bmax(imum)?[ _]steps\b|\bstep limit\b/i, remedies: ["steps"] },
];

/** The buttons for an error that the server tells, the likeliest first; none if nothing is known. */
export function remediesFor(error: string): readonly Remedy[] {
  const found = SIGNS.find(({ sign }) => sign.test(error))?.remedies ?? [];
  return found.map((id) => ({ id, ...REMEDIES[id] }));
}

export function remedyOf(id: string): Remedy | undefined {
  return isRemedyId(id) ? { id, ...REMEDIES[id] } : undefined;
}

function isRemedyId(id: string): id is RemedyId {
  return Object.hasOwn(REMEDIES, id);
}

/** Names that the server has for what is called otherwise here. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/: set \w+, name another variable in llm\.api_key_env, or use --api-key on the command line/g, ""],
  [/ \(or --model\)/g, ""],
  [/\bllm\.api_base\b/g, "architect.apiBase"],
  [/\bllm\.model\b/g, "architect.model"],
];

export function inEditorWords(error: string): string {
  return WORDS.reduce((text, [name, ours]) => text.replace(name, ours), error);
}
