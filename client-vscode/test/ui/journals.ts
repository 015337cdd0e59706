/** What the server has written down of the sessions of a project. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import type { Window } from "./window";

export interface Ended {
  readonly duration_s: number;
  readonly waited_s: number;
}

/** How each run of the project ended, those of one session in order. */
export function endings(window: Window): readonly Ended[] {
  const folder = window.file(".architect/sessions");
  const journals = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const lines = journals.flatMap((name) => readFileSync(path.join(folder, name), "utf8").trim().split("\n"));
  const events = lines.map((line) => (JSON.parse(line) as { readonly event: { readonly type: string } & Ended }).event);
  return events.filter(({ type }) => type === "run.finished");
}
