/** The workflows of the open folders, the newest first, each with its units. */

import type { Daemon } from "../daemon/daemon";
import { CachedList } from "../cachedList";
import type { Disposable } from "../disposable";
import { Emitter } from "../emitter";
import type { UnitInfo, WorkflowChanged, WorkflowInfo } from "../protocol/generated";
import type { Timer } from "../timer";

export class WorkflowStore {
  private readonly list: CachedList<WorkflowInfo>;
  private readonly told = new Emitter<WorkflowInfo>();

  constructor(server: Pick<Daemon, "command" | "state">, timer: Timer) {
    const fetch = async () => (await server.command("architect.workflows", { units: true })).workflows;
    this.list = new CachedList(fetch, timer, () => server.state === "running");
  }

  all(): readonly WorkflowInfo[] {
    return this.list.all();
  }

  get(workflowId: string): WorkflowInfo | undefined {
    return this.all().find((each) => each.workflowId === workflowId);
  }

  onChange(listener: () => void): Disposable {
    return this.list.onChange(listener);
  }

  /** The server told how a workflow is doing that goes on there, or did until now. */
  onTold(listener: (workflow: WorkflowInfo) => void): Disposable {
    return this.told.event(listener);
  }

  /** One that has just been begun or resumed. */
  add(workflow: WorkflowInfo): void {
    this.put(workflow, workflow.units ?? []);
  }

  /** Take `architect/workflow/changed`. */
  apply({ workflow, units }: WorkflowChanged): void {
    const isKnown = this.get(workflow.workflowId) !== undefined;
    const now = this.put(workflow, units);
    if (!isKnown) {
      // Units that have not changed are not in the message.
      this.refreshSoon();
    }
    this.told.fire(now);
  }

  refreshSoon(): void {
    this.list.refreshSoon();
  }

  async refresh(): Promise<void> {
    await this.list.refresh();
  }

  /** The server is gone, and with it what it was doing; all of it can be resumed. */
  markInterrupted(): void {
    const isAnyRunning = this.all().some(({ status }) => status === "running");
    if (isAnyRunning) {
      this.list.amend((all) =>
        all.map((each) => (each.status === "running" ? { ...each, status: "paused", reason: "interrupted" } : each)),
      );
    }
  }

  dispose(): void {
    this.list.dispose();
  }

  private put(workflow: WorkflowInfo, changed: readonly UnitInfo[]): WorkflowInfo {
    const { workflowId } = workflow;
    const before = this.get(workflowId);
    const now = { ...workflow, units: withChanges(before?.units ?? [], changed) };
    this.list.amend((all) =>
      before === undefined ? [now, ...all] : all.map((each) => (each.workflowId === workflowId ? now : each)),
    );
    return now;
  }
}

/** New ones stand at the end, in the order in which they came. */
function withChanges(known: readonly UnitInfo[], changed: readonly UnitInfo[]): readonly UnitInfo[] {
  const units = new Map([...known, ...changed].map((unit) => [unit.unitId, unit]));
  return [...units.values()];
}
