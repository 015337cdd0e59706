/** The keys that a server gets when it is started. */

import { t } from "../l10n";
import type { Keys } from "../setup/apiKeys";

/** None if the secret storage cannot be read: whoever uses no key is not kept from working by that. */
export async function serverKeys(
  keys: { all(): Promise<Keys> },
  log: (line: string) => void,
): Promise<Keys> {
  try {
    return await keys.all();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    log(t("Unable to read VS Code's secret storage; no API keys are passed to the server: {why}", { why }));
    return {};
  }
}
