/** What the server says of models, in the words of this editor: events of journals are for every front end. */

/** What the server advises to do on a command line or in a file, and names it has for settings. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bno model is set up: \(1\).*$/s, "No model is selected."],
  [/: set [^:;]*, name another variable in llm\.api_key_env, or use --api-key on the command line/g, ""],
  [/\bno key was found in [A-Z_]+(?: or [A-Z_]+)*/g, "no key is stored"],
  [/\bno key was sent: no key is stored\b/g, "no key was sent"],
  [/; `architect models` lists those that there are/g, ""],
  [/ \((?:or )?(?:--[a-z-]+(?:, )?)?(?:llm\.fallbacks)?\)/g, ""],
  // Users chose the name without it, see `modelName`.
  [/(?<![\w/-])hosted_vllm\/(?=\S)/g, ""],
  [/\bllm\.api_base(?: or [A-Z0-9_]+_BASE)?\b/g, "architect.apiBase"],
  [/\bllm\.model\b/g, "architect.model"],
  [/\bllm\.reasoning_effort\b/g, "architect.reasoningEffort"],
];

/** Words of prose with which errors begin, in every language; what else begins in lower case may be a name. */
const PROSE =
  /^(?:a|an|another|cannot|could|it|no|not|nothing|that|the|there|this|unable|el|la|los|las|un|una|nada|hay|se)(?= )/;

/** As a sentence of its own. */
export function withCapital(text: string): string {
  return PROSE.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

export function inEditorWords(error: string): string {
  return WORDS.reduce((text, [name, ours]) => text.replace(name, ours), error);
}
