/** Decisions in a sentence, and several that follow each other as one. */

import { t } from "../l10n";
import type { Block, DecisionBlock, DecisionVerb } from "./blocks";
import { pluralize } from "../displayText";

const SENTENCES: Readonly<Record<DecisionVerb, (what: string) => string>> = {
  kept: (what) => t("You kept {what}", { what }),
  accepted: (what) => t("You accepted {what}", { what }),
  undone: (what) => t("You undid {what}", { what }),
  discarded: (what) => t("You discarded {what}", { what }),
  reversed: (what) => t("You reverted a decision about {what}", { what }),
  restored: (what) => t("You went back to an earlier state of {what}", { what }),
};

const MAX_NAMED = 3;

/** `You undid 2 changes in a.py` */
export function decisionText({ verb, count, paths }: DecisionBlock): string {
  const files = namedFiles(paths);
  if (verb === "restored") {
    return SENTENCES[verb](files || t("the files"));
  }
  const changes = changesText(count, verb === "accepted" || verb === "discarded");
  return SENTENCES[verb](files === "" ? changes : t("{changes} in {files}", { changes, files }));
}

function namedFiles(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_NAMED).join(", ");
  const more = paths.length - MAX_NAMED;
  return more > 0 ? t("{names} and {more} more", { names, more }) : names;
}

function changesText(count: number, isProposed: boolean): string {
  if (count === 0) {
    return isProposed ? t("the proposed changes") : t("the changes");
  }
  return pluralize(count, isProposed ? "proposed change" : "change");
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
