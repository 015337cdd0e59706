/** Where Ollama answers on this machine, and which models it says it has. */

import { field } from "./jsonField";

const PORT = "11434";
/** Where a server that listens everywhere is reached from the same machine. */
const LOOPBACKS: Readonly<Record<string, string>> = {
  "": "127.0.0.1",
  "0.0.0.0": "127.0.0.1",
  "[::]": "[::1]",
};

/** Scheme, login, host, port, path; all but the host may lack. */
const ADDRESS = /^(?:(https?):\/\/)?(?:[^/@]*@)?([^/]*?)(?::(\d+))?(\/.*)?$/i;

/**
 * The address without a slash at its end, as the server of Architect takes it from the same
 * environment. The variable is also Ollama's own, so it may name every interface; without a scheme
 * it means Ollama's port: https://github.com/ollama/ollama/blob/main/envconfig/config.go.
 */
export function ollamaAddress(environ: Readonly<Record<string, string | undefined>>): string {
  const set = [environ["OLLAMA_API_BASE"], environ["OLLAMA_HOST"]];
  const text = set.find((value) => value !== undefined && value !== "") ?? "";
  const [, scheme, host = "", port, path = ""] = ADDRESS.exec(text.trim()) ?? [];
  const usual = scheme === undefined ? PORT : undefined;
  const base = `${scheme ?? "http"}://${LOOPBACKS[host] ?? host}`;
  const place = port ?? usual;
  return `${base}${place === undefined ? "" : `:${place}`}${path.replace(/\/(v1\/?)?$/, "")}`;
}

/** The names of Ollama's models in its answer to `/api/tags`. */
export function ollamaModels(answer: unknown): string[] {
  const models: unknown = field(answer, "models");
  const names = Array.isArray(models) ? models.map((model) => field(model, "name")) : [];
  return names.filter((name) => typeof name === "string");
}

