/** The files that a run named. */

import { fieldsOf, textOf, type RunEvent } from "../conversation/event";

/** Paths as they stand in the events, relative to the workspace of the run. */
export function pathsIn(events: readonly RunEvent[]): ReadonlySet<string> {
  const paths = events.flatMap((event) => [
    textOf(event, "path"),
    textOf(fieldsOf(event["finding"]), "path"),
  ]);
  return new Set(paths.filter((path) => path !== ""));
}
