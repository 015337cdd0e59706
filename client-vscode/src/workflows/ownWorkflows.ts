/** Which workflows this window began or resumed, and so tells the end of. */

import type { WorkflowInfo } from "../protocol/generated";

export class OwnWorkflows {
  private readonly ids = new Set<string>();

  began(workflowId: string): void {
    this.ids.add(workflowId);
  }

  /** The user stopped it here, and need not be told. */
  stopped(workflowId: string): void {
    this.ids.delete(workflowId);
  }

  /** Whether that is the end of one of them, which then is one no more. */
  isEnd({ workflowId, status }: WorkflowInfo): boolean {
    return status !== "running" && this.ids.delete(workflowId);
  }
}
