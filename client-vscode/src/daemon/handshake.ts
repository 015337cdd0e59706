/** What a server that was found says of itself in its answer to `initialize`. */

import { t } from "../l10n";
import { SERVER_PATH } from "./discovery";
import { ServerError } from "./serverError";

/** Of our own commands and messages, docs/protocol.md. */
export const PROTOCOL = 1;

export interface ServerInfo {
  /** Version of the server, such as `0.2.0`. */
  readonly version: string;
  readonly commands: readonly string[];
}

/**
 * Read `capabilities.experimental` of the answer; `program` is what was started, for the message.
 *
 * Throws a `ServerError` if this is no server of ours, or speaks another protocol.
 */
export function readServerInfo(experimental: unknown, program: string): ServerInfo {
  const own = objectAt(experimental, "architect");
  if (own === undefined) {
    throw new ServerError(
      "no_server",
      t("'{program}' is not an Architect server. Change or clear the setting architect.server.path.", { program }),
      false,
      SERVER_PATH,
    );
  }
  const version = typeof own["server"] === "string" ? own["server"] : t("(unknown version)");
  if (own["protocol"] !== PROTOCOL) {
    throw new ServerError("no_server", mismatch(program, version, own["protocol"]));
  }
  return { version, commands: strings(own["commands"]) };
}

function mismatch(program: string, version: string, protocol: unknown): string {
  const theirs = typeof protocol === "number" ? String(protocol) : t("unknown");
  const newer = typeof protocol === "number" && protocol > PROTOCOL;
  const step = newer
    ? t("Update the extension, or install the server bundled with it")
    : t("Update the server, or install the one bundled with this extension");
  return t("The Architect server {version} at '{program}' uses protocol {theirs}, but this extension uses {ours}. {step}.", { version, program, theirs, ours: PROTOCOL, step });
}

function objectAt(value: unknown, name: string): Record<string, unknown> | undefined {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
