/** Pipelines: the steps that a YAML file describes. */

import { t } from "../l10n";
import type { PipelineInfo, PipelinePlan } from "../protocol/generated";
import { oneLine, pluralize } from "../displayText";
import { urisIn } from "./commandArguments";
import type { Command, Services } from "./services";
import { begun } from "./startWorkflow";

/** That of the explorer, the one in the active editor, or one that is selected; asks for its variables. */
export const runPipeline: Command = async (services, argument, more) => {
  const [named] = urisIn(argument, more);
  const uri = named ?? (await chosenPipeline(services));
  if (uri === undefined) {
    return;
  }
  const plan = await services.daemon.command("architect.pipelinePlan", { uri });
  const variables = await askVariables(services, plan);
  if (variables !== undefined) {
    await begun(services, await services.daemon.command("architect.pipeline", { uri, variables }));
  }
};

async function chosenPipeline({ daemon, ui }: Services): Promise<string | undefined> {
  const { pipelines } = await daemon.command("architect.pipelines", {});
  const active = ui.active();
  const own = pipelines.find(({ uri }) => active !== undefined && isSame(uri, active.uri));
  if (own !== undefined) {
    return own.uri;
  }
  if (pipelines.length === 0) {
    ui.showMessage("info", t("No pipelines in the open folders: YAML files with a list of steps, each with a name and a prompt."));
    return undefined;
  }
  return ui.pick(pipelines.map(itemOf), t("Select a pipeline"));
}

function itemOf({ uri, path, name, description, steps, problem }: PipelineInfo): {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly value: string;
} {
  return {
    label: oneLine(name, 120) || oneLine(path, 120),
    description: problem === null ? `${pluralize(steps, "step")} · ${oneLine(path, 160)}` : oneLine(path, 160),
    detail: oneLine(problem ?? description, 300),
    value: uri,
  };
}

/** The server and the editor do not escape the same characters. */
function isSame(one: string, other: string): boolean {
  const plain = (uri: string) => {
    try {
      return decodeURIComponent(uri);
    } catch {
      return uri;
    }
  };
  return plain(one) === plain(other);
}

/** Values other than those of the file, by name; undefined if the user went away. */
async function askVariables(
  { ui }: Services,
  { name, variables, missing }: PipelinePlan,
): Promise<Record<string, string> | undefined> {
  const given: Record<string, string> = {};
  for (const [index, variable] of variables.entries()) {
    const isNeeded = missing.includes(variable.name);
    const place = t("{number} of {total}", { number: index + 1, total: variables.length });
    const title = t("{pipeline}: the variable {name} ({place})", { pipeline: oneLine(name, 60), name: oneLine(variable.name, 60), place });
    const value = textOf(variable.value);
    const typed = await ui.input(title, isNeeded ? t("It has no value in the file") : t("May be empty"), value);
    if (typed === undefined || (isNeeded && typed.trim() === "")) {
      return undefined;
    }
    if (typed !== value) {
      given[variable.name] = typed;
    }
  }
  return given;
}

function textOf(value: unknown): string {
  return value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
}
