/** What a call is about, from its arguments, until the server says it in a few words. */

import { fieldsOf, textOf } from "./event";

const SUMMARY_FIELDS = ["command", "path", "pattern", "query", "title", "url", "name"];
const MAX = 200;

/** The path, the command or the pattern in the arguments of a call; empty if there is none. */
export function callSummary(argumentsText: string): string {
  // Longer arguments carry a whole file, and the server tells its name soon.
  if (argumentsText.length > 200_000) {
    return "";
  }
  const fields = fieldsOf(parsed(argumentsText));
  const found = SUMMARY_FIELDS.map((name) => textOf(fields, name)).find((text) => text !== "") ?? "";
  return found.slice(0, MAX);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
