/** The sources of models that the first run and `Select Model` offer. */

import { t } from "../l10n";
import { COMPATIBLE_PREFIX } from "../modelName";
import { field } from "./jsonField";

export type ModelSource = "vscode" | "apiKey" | "ollama" | "compatible" | "demo";

export interface ModelSourceItem {
  readonly source: ModelSource;
  readonly label: string;
  readonly detail: string;
}

export const MODEL_SOURCES: readonly ModelSourceItem[] = [
  {
    source: "vscode",
    label: t("$(vm) VS Code language model"),
    detail: t("Models from GitHub Copilot and other extensions. No API key required."),
  },
  {
    source: "apiKey",
    label: t("$(key) API key"),
    detail: t("OpenAI, Anthropic, Gemini and others. The key is stored in VS Code's secret storage."),
  },
  {
    source: "ollama",
    label: t("$(server) Ollama"),
    detail: t("Models running on this machine. Your code never leaves it."),
  },
  {
    source: "compatible",
    label: t("$(plug) OpenAI-compatible server"),
    detail: t("LM Studio, vLLM, llama.cpp, or a gateway of your own. Enter its address."),
  },
  {
    source: "demo",
    label: t("$(play-circle) Recorded demo"),
    detail: t("Watch recorded replies fix a small project. No API key or network required."),
  },
];

/** The argument of the command, as the walkthrough gives it. */
export function modelSourceOf(argument: unknown): ModelSource | undefined {
  return MODEL_SOURCES.find(({ source }) => source === argument)?.source;
}

export interface Provider {
  readonly label: string;
  /** The environment variable for its key. */
  readonly variable: string;
  /** What a name of its models begins with. */
  readonly prefix: string;
  /** A model to begin with. */
  readonly example: string;
}

export const PROVIDERS: readonly Provider[] = [
  provider("OpenAI", "OPENAI_API_KEY", "openai/", "gpt-5.6-terra"),
  provider("Anthropic", "ANTHROPIC_API_KEY", "anthropic/", "claude-sonnet-5-5"),
  provider("Google Gemini", "GEMINI_API_KEY", "gemini/", "gemini-3.8-flash"),
  provider("Mistral", "MISTRAL_API_KEY", "mistral/", "devstral-latest"),
  provider("DeepSeek", "DEEPSEEK_API_KEY", "deepseek/", "deepseek-v4-pro"),
  provider("Groq", "GROQ_API_KEY", "groq/", "openai/gpt-oss-120b"),
  provider("OpenRouter", "OPENROUTER_API_KEY", "openrouter/", "anthropic/claude-sonnet-4.5"),
  provider("xAI", "XAI_API_KEY", "xai/", "grok-4.7"),
];

function provider(label: string, variable: string, prefix: string, example: string): Provider {
  return { label, variable, prefix, example: prefix + example };
}

/** Whose key a model needs, by its name; undefined if it is not known. */
export function keyHolderOf(model: string): Pick<Provider, "label" | "variable"> | undefined {
  if (model.startsWith(COMPATIBLE.prefix)) {
    return { label: t("the OpenAI-compatible server"), variable: COMPATIBLE.variable };
  }
  const known = PROVIDERS.find(({ prefix }) => model.startsWith(prefix));
  return known ?? PROVIDERS.find(({ label }) => BARE_NAMES[label]?.test(model));
}

/** Names that providers are known by without their prefix. */
const BARE_NAMES: Readonly<Record<string, RegExp>> = {
  OpenAI: /^(gpt-|chatgpt-|o\d)/,
  Anthropic: /^claude-/,
};

/** By this prefix the server sends no key but that of the variable, wherever the address leads. */
export const COMPATIBLE = { prefix: COMPATIBLE_PREFIX, variable: "HOSTED_VLLM_API_KEY" } as const;

/** What is wrong with an address, in a sentence; undefined if nothing is. */
export function addressProblem(address: string): string | undefined {
  const isHttp = /^https?:\/\/[^\s/]+/.test(address.trim()) && URL.canParse(address.trim());
  return isHttp ? undefined : t("Enter a URL such as http://localhost:1234/v1.");
}

/** Where an address lists its models; one without a path means `/v1`. */
export function modelsAddress(address: string): string {
  const base = address.trim().replace(/\/+$/, "");
  return `${new URL(base).pathname === "/" ? `${base}/v1` : base}/models`;
}

/** The names in the answer to `GET /models`: https://platform.openai.com/docs/api-reference/models/list */
export function compatibleModels(answer: unknown): string[] {
  const data: unknown = field(answer, "data");
  const names = Array.isArray(data) ? data.map((model) => field(model, "id")) : [];
  return names.filter((name) => typeof name === "string");
}

/** Why an address listed no models, by the status of its answer; undefined if nobody answered. */
export function unlistedReason(status: number | undefined): string {
  if (status === undefined) {
    return t("Nothing answers at this address. Is the server running?");
  }
  const isRefused = status === 401 || status === 403;
  return isRefused ? t("The server does not accept this API key, or needs one.") : t("The server did not list its models.");
}

/** What is wrong with the name of a model, in a sentence; undefined if nothing is. */
export function modelProblem(name: string): string | undefined {
  if (name.trim() === "") {
    return t("Enter a model name.");
  }
  return /\s/.test(name.trim()) ? t("A model name cannot contain spaces.") : undefined;
}
