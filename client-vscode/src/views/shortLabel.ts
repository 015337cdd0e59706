/** What stands first in a row of a view, which cuts off what follows it. */

import { truncate } from "../displayText";

/** As much as leaves room for a state in a side bar as wide as VS Code opens it. */
const MAX_LABEL = 24;

export function shortLabel(title: string): string {
  return truncate(title, MAX_LABEL);
}
