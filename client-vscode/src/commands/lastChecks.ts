/** The check commands of the last workflow of this workspace, which the next one probably has, too. */

import { t } from "../l10n";
import type { Memento } from "../memento";
import type { Ui } from "./ui";

const KEY = "architect.checks";

export class LastChecks {
  constructor(private readonly memento: Memento) {}

  all(): readonly string[] {
    const kept = this.memento.get(KEY);
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }

  async remember(checks: readonly string[]): Promise<void> {
    await this.memento.update(KEY, [...checks]);
  }
}

/**
 * Ask for one check after another, until one is empty; undefined if the user went away.
 *
 * `without` says what it means to have none.
 */
export async function askChecks(
  ui: Pick<Ui, "input">,
  last: LastChecks,
  without: string,
): Promise<readonly string[] | undefined> {
  const checks: string[] = [];
  for (;;) {
    const isFirst = checks.length === 0;
    const title = isFirst ? t("Check: a command that has to succeed") : t("Check {number}", { number: checks.length + 1 });
    const placeholder = isFirst ? t("For example npm test. Empty: {without}", { without }) : t("Empty: no more checks");
    const typed = await ui.input(title, placeholder, last.all()[checks.length]);
    if (typed === undefined) {
      return undefined;
    }
    if (typed.trim() === "") {
      await last.remember(checks);
      return checks;
    }
    checks.push(typed.trim());
  }
}
