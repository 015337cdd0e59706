/** The ways to a model that the first run and `Choose the Model` offer. */

export type Way = "vscode" | "apiKey" | "ollama" | "demo";

export interface WayItem {
  readonly way: Way;
  readonly label: string;
  readonly detail: string;
}

export const WAYS: readonly WayItem[] = [
  {
    way: "vscode",
    label: "$(vm) A model of VS Code",
    detail: "What Copilot or another extension offers. No key is needed.",
  },
  {
    way: "apiKey",
    label: "$(key) An API key",
    detail: "OpenAI, Anthropic, Gemini and others. The key stays in VS Code's secret storage.",
  },
  {
    way: "ollama",
    label: "$(server) Ollama",
    detail: "A model on this machine. Nothing leaves it.",
  },
  {
    way: "demo",
    label: "$(play-circle) The recorded demo",
    detail: "Watch an agent mend a small project, with recorded replies. No key, no network.",
  },
];

/** The argument of the command, as the walkthrough gives it. */
export function wayIn(argument: unknown): Way | undefined {
  return WAYS.find(({ way }) => way === argument)?.way;
}

export interface Provider {
  readonly label: string;
  /** The environment variable that its key stands in. */
  readonly variable: string;
  /** What a name of its models begins with. */
  readonly prefix: string;
  /** A model to begin with. */
  readonly example: string;
  /** Whether the server reaches it without its extra `litellm`. */
  readonly isBuiltIn: boolean;
}

export const PROVIDERS: readonly Provider[] = [
  provider("OpenAI", "OPENAI_API_KEY", "openai/", "gpt-4.1", true),
  provider("Anthropic", "ANTHROPIC_API_KEY", "anthropic/", "claude-sonnet-4-5", false),
  provider("Google Gemini", "GEMINI_API_KEY", "gemini/", "gemini-2.5-pro", false),
  provider("Mistral", "MISTRAL_API_KEY", "mistral/", "mistral-large-latest", false),
  provider("DeepSeek", "DEEPSEEK_API_KEY", "deepseek/", "deepseek-chat", false),
  provider("Groq", "GROQ_API_KEY", "groq/", "llama-3.3-70b-versatile", false),
  provider("OpenRouter", "OPENROUTER_API_KEY", "openrouter/", "anthropic/claude-sonnet-4.5", false),
  provider("xAI", "XAI_API_KEY", "xai/", "grok-4", false),
];

function provider(
  label: string,
  variable: string,
  prefix: string,
  example: string,
  isBuiltIn: boolean,
): Provider {
  return { label, variable, prefix, example: prefix + example, isBuiltIn };
}

/** What is wrong with the name of a model, in a sentence; undefined if nothing is. */
export function modelProblem(name: string): string | undefined {
  if (name.trim() === "") {
    return "Name a model.";
  }
  return /\s/.test(name.trim()) ? "The name of a model has no spaces." : undefined;
}
