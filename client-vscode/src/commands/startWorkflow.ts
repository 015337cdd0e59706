/** Beginning workflows: a loop until checks pass, and tasks at the same time. */

import { t } from "../l10n";
import type { LoopArgs, ParallelArgs, WorkflowInfo } from "../protocol/generated";
import { pluralize } from "../displayText";
import { askChecks } from "./lastChecks";
import { chosenFolder } from "./folderChoice";
import type { Command, Services } from "./services";
import { linesOf, tasksIn } from "./taskLines";
import type { Item } from "./ui";
import { tellEnd } from "./workflowNews";

const SHOW = "architect.workflows.focus";

export const startLoop: Command = async (services) => {
  const folder = await folderOf(services);
  const task = folder && (await services.ui.task(t("Loop: the task to repeat until its checks pass"), services.prompts.all()));
  if (folder === undefined || task === undefined) {
    return;
  }
  await services.prompts.remember(task);
  const checks = await askChecks(services.ui, services.checks, t("the agent says when it is done"));
  const copy = checks && (await services.ui.pick(PLACES, t("Where to work")));
  if (checks === undefined || copy === undefined) {
    return;
  }
  const argument: LoopArgs = { task, checks, copy, ...folder };
  await begun(services, await services.daemon.command("architect.loop", argument));
};

const PLACES = [
  {
    label: t("In My Files"),
    detail: t("As a run does: confirmations are asked, and each change can be kept or undone."),
    value: false,
  },
  {
    label: t("On a Copy"),
    detail: t("Your files stay as they are. The result is on a branch, and nobody can be asked."),
    value: true,
  },
];

export const startParallel: Command = async (services) => {
  const folder = await folderOf(services);
  const tasks = folder && (await askTasks(services));
  if (tasks === undefined || tasks.length === 0) {
    return;
  }
  const checks = await askChecks(services.ui, services.checks, t("the agents say when they are done"));
  const merging = checks && (await services.ui.pick(MERGING, t("What becomes of the branches")));
  if (checks === undefined || merging === undefined) {
    return;
  }
  const argument: ParallelArgs = { tasks, checks, ...merging, ...folder };
  await begun(services, await services.daemon.command("architect.parallel", argument));
};

const MERGING: readonly Item<Pick<ParallelArgs, "merge" | "resolveConflicts">>[] = [
  { label: t("Keep a Branch for Each Task"), detail: t("Merge them yourself."), value: {} },
  {
    label: t("Merge Them on One More Branch"),
    detail: t("As far as there are no conflicts; the checks run there again."),
    value: { merge: true },
  },
  {
    label: t("Merge Them, and Have an Agent Resolve Conflicts"),
    detail: t("An agent sees all tasks and what could not be merged."),
    value: { resolveConflicts: true },
  },
];

/** It goes on in the view, which is opened beside what the user does. */
export async function begun(services: Services, workflow: WorkflowInfo): Promise<void> {
  const { workflowId } = workflow;
  services.ownWorkflows.began(workflowId);
  services.workflows.add(workflow);
  tellEnd(services, workflow, false);
  await services.ui.execute(SHOW, { preserveFocus: true });
}

/** The server finds the only folder by itself. */
async function folderOf({ ui }: Services): Promise<{ readonly uri?: string } | undefined> {
  const folder = await chosenFolder(ui, t("Select a folder"));
  return folder === undefined ? undefined : ui.folders().length > 1 ? { uri: folder } : {};
}

/** Lines of the active editor, or typed one after another. */
async function askTasks(services: Services): Promise<readonly string[] | undefined> {
  const listed = await listedTasks(services);
  if (listed.length === 0) {
    return typedTasks(services);
  }
  const items = listed.map(({ name, tasks }) => ({
    label: t("{tasks} from {name}", { tasks: pluralize(tasks.length, "Task"), name }),
    detail: tasks.join(" / "),
    value: tasks,
  }));
  const typed = { label: t("Type the Tasks"), detail: t("One after another."), value: [] };
  const chosen = await services.ui.pick([...items, typed], t("Parallel: which tasks"));
  return chosen?.length === 0 ? typedTasks(services) : chosen;
}

interface Listed {
  readonly name: string;
  readonly tasks: readonly string[];
}

/** What is selected; without a selection, a file of text. */
async function listedTasks({ ui }: Services): Promise<readonly Listed[]> {
  const active = ui.active();
  const text = active && (await ui.textOf(active.uri));
  if (active === undefined || text === undefined) {
    return [];
  }
  const { isSelectionEmpty, selection, name, uri } = active;
  const isList = /\.(md|markdown|txt)$/i.test(name) || uri.startsWith("untitled:");
  const tasks = !isSelectionEmpty ? tasksIn(linesOf(text, selection)) : isList ? tasksIn(text) : [];
  const source = isSelectionEmpty ? name : t("the Selection in {name}", { name });
  return tasks.length > 0 ? [{ name: source, tasks }] : [];
}

async function typedTasks({ ui }: Services): Promise<readonly string[] | undefined> {
  const tasks: string[] = [];
  for (;;) {
    const placeholder = tasks.length < 2 ? t("Each task works on a copy and a branch of its own") : t("Empty: no more tasks");
    const typed = await ui.input(t("Parallel: task {number}", { number: tasks.length + 1 }), placeholder);
    if (typed === undefined) {
      return undefined;
    }
    if (typed.trim() === "") {
      return tasks;
    }
    tasks.push(typed.trim());
  }
}
