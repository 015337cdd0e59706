/** Decisions in a sentence, and several that follow each other as one. */

import type { Block, DecisionBlock, DecisionVerb } from "./blocks";
import { pluralize } from "../displayText";

const VERBS: Readonly<Record<DecisionVerb, string>> = {
  kept: "You kept",
  accepted: "You accepted",
  undone: "You undid",
  discarded: "You discarded",
  reversed: "You reverted a decision about",
  restored: "You went back to an earlier state of",
};

const MAX_NAMED = 3;

/** `You undid 2 changes in a.py` */
export function decisionText({ verb, count, paths }: DecisionBlock): string {
  const named = paths.slice(0, MAX_NAMED).join(", ");
  const more = paths.length > MAX_NAMED ? ` and ${String(paths.length - MAX_NAMED)} more` : "";
  const noun = verb === "accepted" || verb === "discarded" ? "proposed change" : "change";
  if (verb === "restored") {
    return `${VERBS[verb]} ${named === "" ? "the files" : `${named}${more}`}`;
  }
  const what = count === 0 ? `the ${noun}s` : pluralize(count, noun);
  return `${VERBS[verb]} ${what}${named === "" ? "" : ` in ${named}${more}`}`;
}

/** What stands below each other, with decisions of the same kind that follow each other as one. */
export function withDecisionsJoined<P extends { readonly block: Block }>(placed: readonly P[]): readonly P[] {
  const all: P[] = [];
  for (const each of placed) {
    const last = all.at(-1);
    const block = last && joined(last.block, each.block);
    if (last !== undefined && block !== undefined) {
      all[all.length - 1] = { ...last, block };
    } else {
      all.push(each);
    }
  }
  return all;
}

function joined(one: Block, other: Block): DecisionBlock | undefined {
  const isAlike =
    one.kind === "decision" && other.kind === "decision" && one.verb === other.verb && other.detail === "";
  if (!isAlike || one.count === 0 || other.count === 0) {
    return undefined;
  }
  return { ...one, count: one.count + other.count, paths: [...new Set([...one.paths, ...other.paths])] };
}
