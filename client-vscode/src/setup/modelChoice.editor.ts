/** `Select Model`: one of VS Code's, one with a key, Ollama's, or the recorded demo. */

import { commands, window, type QuickPickItem } from "vscode";

import type { LanguageModels } from "../editor_model/languageModels";
import { oneLine, escapeIcons } from "../displayText";
import { t } from "../l10n";
import { modelName } from "../modelName";
import { listingProblem, modelItems } from "./listedModels";
import { keyProblem, type ApiKeys } from "./apiKeys";
import {
  COMPATIBLE,
  MODEL_SOURCES,
  PROVIDERS,
  addressProblem,
  keyHolderOf,
  compatibleModels,
  modelProblem,
  modelSourceOf,
  modelsAddress,
  unlistedReason,
  type ModelSource,
  type Provider,
} from "./modelChoice";
import { listedBy, type ListingDaemon } from "./modelListing.editor";
import { ollamaAddress, ollamaModels } from "./ollama";
import { currentSettings, setSetting } from "./settings.editor";
import { startOllama } from "./startOllama.editor";

const TIMEOUT_MS = 3_000;
/** For how long the status bar shows what was selected. */
const MESSAGE_MS = 8_000;

export interface ChoiceParts {
  readonly daemon: ListingDaemon;
  readonly keys: ApiKeys;
  readonly models: LanguageModels;
  readonly showDemo: () => Promise<void>;
}

/** `argument` may name the source, as the walkthrough does. */
export async function chooseModel(parts: ChoiceParts, argument: unknown): Promise<void> {
  const source = modelSourceOf(argument) ?? (await pickModelSource());
  switch (source) {
    case "vscode":
      await chooseEditorModel(parts.models);
      break;
    case "apiKey":
      await chooseProvider(parts);
      break;
    case "ollama":
      await chooseOllama();
      break;
    case "compatible":
      await chooseCompatible(parts.keys);
      break;
    case "demo":
      await parts.showDemo();
      break;
    case undefined:
      break;
  }
}

async function pickModelSource(): Promise<ModelSource | undefined> {
  const title = t("Select a model");
  return (await window.showQuickPick(MODEL_SOURCES, { title, ignoreFocusOut: true }))?.source;
}

async function chooseEditorModel(languageModels: LanguageModels): Promise<void> {
  const models = await languageModels.all();
  if (models.length === 0) {
    const find = t("Find Extensions");
    const chosen = await window.showWarningMessage(
      t("Architect: No language model is available in VS Code. Install an extension that provides one, such as GitHub Copilot Chat, and sign in."),
      find,
    );
    if (chosen === find) {
      await commands.executeCommand("workbench.extensions.search", "@category:AI");
    }
    return;
  }
  const items: (QuickPickItem & { model: string })[] = [
    { label: t("Auto"), model: "vscode" },
    ...models.map(({ name, vendor, family, id }) => ({
      label: escapeIcons(oneLine(name)),
      description: escapeIcons(oneLine(`${vendor} · ${family}`)),
      model: `vscode/${id}`,
    })),
  ];
  const picked = await window.showQuickPick(items, {
    title: t("Select a VS Code model"),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked !== undefined) {
    await use(picked.model);
  }
}

async function chooseProvider({ keys, daemon }: ChoiceParts): Promise<void> {
  const kept = await keys.all();
  const items = PROVIDERS.map((provider) => ({
    label: provider.label,
    description: provider.variable in kept ? t("key stored") : "",
    provider,
  }));
  const picked = await window.showQuickPick(items, { title: t("Select a provider"), ignoreFocusOut: true });
  if (picked === undefined) {
    return;
  }
  const { provider } = picked;
  const isStored = provider.variable in kept;
  if (await (isStored ? keepKey(keys, provider) : askForKey(keys, provider))) {
    await chooseListed(daemon, provider);
  }
}

/** One of the provider's models, or another that the user names. */
async function chooseListed(daemon: ListingDaemon, provider: Provider): Promise<void> {
  const title = t("{label} model", { label: provider.label });
  const listed = await listedBy(daemon, provider);
  const [first, ...others] = modelItems(listed, provider.example);
  const other = { label: t("$(edit) Enter Model Name..."), description: "", model: "", alwaysShow: true };
  const placeHolder = listingProblem(listed, provider.label);
  // Without a server there is nothing to choose from.
  const picked =
    first === undefined
      ? other
      : await window.showQuickPick([first, other, ...others], { title, placeHolder, ignoreFocusOut: true });
  if (picked === other) {
    await askForModel(title, provider.example);
  } else if (picked !== undefined) {
    await use(picked.model);
  }
}

async function chooseCompatible(keys: ApiKeys): Promise<void> {
  const address = await window.showInputBox({
    title: t("Address of the OpenAI-compatible server"),
    value: usedAddress(),
    placeHolder: "http://localhost:1234/v1",
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
  if (address === undefined) {
    return;
  }
  // Never the key of another address.
  const key = await window.showInputBox({
    title: t("API key (optional)"),
    prompt: t("Leave empty if the server needs none. Stored in VS Code's secret storage."),
    password: true,
    ignoreFocusOut: true,
    validateInput: (typed) => (typed === "" ? undefined : keyProblem(typed)),
  });
  if (key === undefined) {
    return;
  }
  const headers = key === "" ? {} : { authorization: `Bearer ${key.trim()}` };
  const answer = await answerOf(modelsAddress(address), headers);
  const name = await pickCompatibleModel(compatibleModels(answer?.body), unlistedReason(answer?.status));
  if (name !== undefined) {
    await keys.set(COMPATIBLE.variable, key.trim());
    await use(`${COMPATIBLE.prefix}${name}`, address.trim());
  }
}

/** The key for `model`, else for the one of the settings, else for a provider that is chosen with its model. */
export async function enterKey(parts: ChoiceParts, model: unknown): Promise<void> {
  const name = typeof model === "string" ? model : (currentSettings().model ?? "");
  const holder = keyHolderOf(name);
  await (holder === undefined ? chooseProvider(parts) : askForKey(parts.keys, holder));
}

/** The address to begin with, where such a server is in use. */
function usedAddress(): string {
  const { model, apiBase } = currentSettings();
  return model?.startsWith(COMPATIBLE.prefix) === true ? (apiBase ?? "") : "";
}

/** One of those the server says it has, or any if it says nothing, for the reason of `why`. */
async function pickCompatibleModel(names: readonly string[], why: string): Promise<string | undefined> {
  if (names.length > 0) {
    const items = names.map((name) => ({ label: escapeIcons(oneLine(name)), name }));
    return (await window.showQuickPick(items, { title: t("Select a model"), ignoreFocusOut: true }))?.name;
  }
  const typed = await window.showInputBox({
    title: t("Model name"),
    prompt: why,
    ignoreFocusOut: true,
    validateInput: modelProblem,
  });
  return typed?.trim();
}

/** Whether there still is a key. */
async function keepKey(keys: ApiKeys, provider: Provider): Promise<boolean> {
  const [keep, enter, forget] = [t("Use Stored Key"), t("Enter New Key..."), t("Delete Stored Key")];
  const picked = await window.showQuickPick([keep, enter, forget], {
    title: t("API key for {label}", { label: provider.label }),
    ignoreFocusOut: true,
  });
  if (picked === forget) {
    await keys.set(provider.variable, "");
    window.setStatusBarMessage(t("Architect: the key for {label} was deleted", { label: provider.label }), MESSAGE_MS);
  }
  return picked === enter ? await askForKey(keys, provider) : picked === keep;
}

/** Whether there is a key now. */
async function askForKey(keys: ApiKeys, provider: Pick<Provider, "label" | "variable">): Promise<boolean> {
  const key = await window.showInputBox({
    title: t("API key for {label}", { label: provider.label }),
    prompt: t("Stored in VS Code's secret storage and passed only to the server process."),
    placeHolder: provider.variable,
    password: true,
    ignoreFocusOut: true,
    validateInput: keyProblem,
  });
  if (key === undefined) {
    return false;
  }
  await keys.set(provider.variable, key.trim());
  window.setStatusBarMessage(t("Architect: the key for {label} was stored", { label: provider.label }), MESSAGE_MS);
  return true;
}

async function chooseOllama(): Promise<void> {
  const address = ollamaAddress(process.env);
  const names = await namesAt(address);
  if (names === undefined || names.length === 0) {
    const what =
      names === undefined
        ? t("Unable to reach Ollama at {address}. Start it with 'ollama serve'", { address: oneLine(address) })
        : t("No Ollama models are installed. Pull one with 'ollama pull qwen3'");
    const [begin, anyway] = [t("Start Ollama"), t("Enter Model Name")];
    const buttons = names === undefined ? [begin, anyway] : [anyway];
    const pressed = await window.showWarningMessage(`Architect: ${what}.`, ...buttons);
    if (pressed === begin) {
      await startOllama();
    } else if (pressed === anyway) {
      await askForModel(t("Ollama model"), "ollama/qwen3");
    }
    return;
  }
  const items = names.map((name) => ({ label: escapeIcons(oneLine(name)), name }));
  const picked = await window.showQuickPick(items, {
    title: t("Select an Ollama model"),
    ignoreFocusOut: true,
  });
  if (picked !== undefined) {
    await use(`ollama/${picked.name}`);
  }
}

/** Undefined if it does not answer. */
async function namesAt(address: string): Promise<string[] | undefined> {
  const answer = await answerOf(`${address}/api/tags`);
  return answer?.body === undefined ? undefined : ollamaModels(answer.body);
}

interface Answer {
  readonly status: number;
  /** Undefined if it is no JSON. */
  readonly body: unknown;
}

/** What an address answers; undefined if nobody does. */
async function answerOf(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, { signal, headers, redirect: "error" });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return undefined;
  }
}

async function askForModel(title: string, example: string): Promise<void> {
  const model = await window.showInputBox({
    title,
    value: example,
    valueSelection: [example.indexOf("/") + 1, example.length],
    ignoreFocusOut: true,
    validateInput: modelProblem,
  });
  if (model !== undefined) {
    await use(model.trim());
  }
}

/** The address of another provider must not get this one's requests and key. */
async function use(model: string, apiBase?: string): Promise<void> {
  await setSetting("apiBase", apiBase);
  await setSetting("model", model);
  window.setStatusBarMessage(t("Architect: {model} selected", { model: escapeIcons(oneLine(modelName(model))) }), MESSAGE_MS);
}
