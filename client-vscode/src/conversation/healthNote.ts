/** What a run did to the health of the code, as a note. */

import { t } from "../l10n";
import { fieldsOf, isSet, numberOf, textOf, type Fields, type RunEvent } from "./event";
import type { Note } from "./note";

/** What became of the health of the changed files; what is worse and better is the detail. */
export function healthMeasured(event: RunEvent): Note {
  const problem = textOf(event, "problem");
  if (problem !== "") {
    return { tone: "warning", text: t("The health of the code was not measured"), detail: problem };
  }
  const worse = numberOf(event, "worseCount") ?? 0;
  const better = numberOf(event, "betterCount") ?? 0;
  const detail = ["worse", "better"]
    .flatMap((name) => (Array.isArray(event[name]) ? event[name].map(fieldsOf) : []))
    .map(healthChange)
    .join("\n");
  const text = isSet(event, "sentBack")
    ? t("Health of the code: {worse} worse, {better} better; the agent repairs it", { worse, better })
    : t("Health of the code: {worse} worse, {better} better", { worse, better });
  return { tone: worse > 0 ? "warning" : "quiet", text, detail };
}

/** `src/a.py:10 load: complexity 14 (was 9)`. */
function healthChange(change: Fields): string {
  const place = `${textOf(change, "path")}:${numberOf(change, "line") ?? 1}`;
  const [before, after] = [numberOf(change, "before") ?? 0, numberOf(change, "after") ?? 0];
  const measure = { long: "lines", complex: "complexity" }[textOf(change, "kind")];
  return t("{place} {name}: {measure} {after} (was {before})", { place, name: textOf(change, "name"), measure: measure ?? t("duplicate lines"), after, before });
}
