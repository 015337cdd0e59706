/** Keys of model providers: in the secret storage, and handed to the server's process alone. */

import { t } from "../l10n";

/** Fits the editor's `SecretStorage`. */
export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** By the name of the environment variable. */
export type Keys = Readonly<Record<string, string>>;

/** One secret holds all keys, so that all windows see all or none of a change. */
export const SECRET = "architect.apiKeys";

const VARIABLE = /^[A-Z][A-Z0-9_]*_(API_)?(KEY|TOKEN)$/;

export class ApiKeys {
  constructor(private readonly secrets: Secrets) {}

  async all(): Promise<Keys> {
    return keysIn(await this.secrets.get(SECRET));
  }

  /** Keep `key`; an empty one forgets what was kept. */
  async set(variable: string, key: string): Promise<void> {
    const others = Object.entries(await this.all()).filter(([name]) => name !== variable);
    const entries = key === "" ? others : [...others, [variable, key]];
    if (entries.length === 0) {
      await this.secrets.delete(SECRET);
    } else {
      await this.secrets.store(SECRET, JSON.stringify(Object.fromEntries(entries)));
    }
  }
}

/**
 * Whether the value of a variable of that name can be a key.
 *
 * What is kept goes into an environment, where names such as PATH or LD_PRELOAD mean something else.
 */
export function isKeyVariable(name: string): boolean {
  return VARIABLE.test(name);
}

/** What is wrong with a key that was typed or pasted, in a sentence; undefined if nothing is. */
export function keyProblem(key: string): string | undefined {
  if (key.trim() === "") {
    return t("Enter an API key.");
  }
  return /^[\x21-\x7e]+$/.test(key.trim())
    ? undefined
    : t("An API key contains no spaces, line breaks or non-ASCII characters. Copy it again.");
}

function keysIn(secret: string | undefined): Keys {
  if (secret === undefined) {
    return {};
  }
  let kept: unknown;
  try {
    kept = JSON.parse(secret);
  } catch {
    return {};
  }
  const fields = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
  return Object.fromEntries(
    fields.filter(([name, value]) => isKeyVariable(name) && typeof value === "string"),
  );
}
