/** The models of a provider as a list to choose from. */

import { escapeIcons, oneLine } from "../displayText";
import { t } from "../l10n";
import { modelName } from "../modelName";
import type { ListedModel, ListedProvider, TokenPrice } from "../protocol/generated";

export interface ModelItem {
  readonly label: string;
  readonly description: string;
  /** As the setting names it. */
  readonly model: string;
}

/** Those that can call tools, which every agent needs; `first` comes before the others if it is there. */
export function modelItems(listed: ListedProvider | undefined, first: string): readonly ModelItem[] {
  const able = (listed?.models ?? []).filter(({ tools }) => tools !== false);
  const inOrder = [...able.filter(({ name }) => name === first), ...able.filter(({ name }) => name !== first)];
  return inOrder.map((model) => ({
    label: escapeIcons(oneLine(modelName(model.name))),
    description: aboutModel(model),
    model: model.name,
  }));
}

/** Why a provider did not say itself which models it has; empty if it did. */
export function listingProblem(listed: ListedProvider | undefined, provider: string): string {
  const problem = listed?.problem ?? "";
  if (problem === "") {
    return "";
  }
  return /\banswered 40[13]\b/.test(problem)
    ? t("{provider} does not accept the API key. It is known to have these models.", { provider })
    : t("{provider} could not be asked. It is known to have these models.", { provider });
}

/** `1M tokens · $5 in, $30 out per million` */
function aboutModel({ maxInputTokens, price }: ListedModel): string {
  const parts = [
    maxInputTokens === null ? "" : t("{number} tokens", { number: inShort(maxInputTokens) }),
    price === null ? "" : priceText(price),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function priceText({ input, output }: TokenPrice): string {
  return input === 0 && output === 0 ? "" : t("${input} in, ${output} out per million", { input, output });
}

function inShort(tokens: number): string {
  const rounded = tokens < 1_000_000 ? tokens / 1_000 : tokens / 1_000_000;
  return `${String(Math.round(rounded * 10) / 10)}${tokens < 1_000_000 ? "k" : "M"}`;
}
