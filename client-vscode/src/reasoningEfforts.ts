/** How hard the model thinks, as it is chosen for one run. */

import { t } from "./l10n";
import type { RunArgs } from "./protocol/generated";

export type ReasoningEffort = NonNullable<RunArgs["reasoning"]>;

export const EFFORTS: readonly ReasoningEffort[] = ["none", "minimal", "low", "medium", "high", "max"];

interface EffortItem {
  readonly label: string;
  readonly description: string;
  /** Undefined leaves it to the settings. */
  readonly effort: ReasoningEffort | undefined;
}

const DESCRIPTIONS: Readonly<Record<ReasoningEffort, string>> = {
  none: t("do not think"),
  minimal: t("the least that the model has"),
  low: "",
  medium: "",
  high: "",
  max: t("the most that the model has"),
};

/** What there is to choose, with a mark at what is chosen now. */
export function effortItems(chosen: ReasoningEffort | undefined): readonly EffortItem[] {
  const all: readonly (ReasoningEffort | undefined)[] = [undefined, ...EFFORTS];
  return all.map((effort) => ({
    label: `${effort === chosen ? "$(check) " : ""}${effort ?? t("default")}`,
    description: effort === undefined ? t("as set in the settings, or as the provider decides") : DESCRIPTIONS[effort],
    effort,
  }));
}

/** The members of a command's argument for what was chosen; none for nothing. */
export function chosen({ reasoning, autoReview }: Wanted): Chosen {
  return {
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(autoReview === undefined ? {} : { autoReview }),
  };
}

interface Wanted {
  readonly reasoning?: ReasoningEffort | undefined;
  readonly autoReview?: true | undefined;
}

interface Chosen {
  readonly reasoning?: ReasoningEffort;
  readonly autoReview?: true;
}
