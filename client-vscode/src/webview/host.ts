/** The extension, as the webview reaches it. */

import { fieldsOf, textOf } from "../conversation/event";
import type { FromWebview } from "../panel/messages";

/** What is left when the webview is made anew. */
export interface Kept {
  /** By which the panel is found again after a reload of the window. */
  readonly runId: string;
  readonly draft: string;
}

interface EditorApi {
  postMessage(message: FromWebview): void;
  getState(): unknown;
  setState(state: Kept): void;
}

declare function acquireVsCodeApi(): EditorApi;

export class ExtensionHost {
  private readonly api = acquireVsCodeApi();
  private kept = readKept(this.api.getState());

  get draft(): string {
    return this.kept.draft;
  }

  send(message: FromWebview): void {
    this.api.postMessage(message);
  }

  keep(changed: Partial<Kept>): void {
    const kept = { ...this.kept, ...changed };
    if (kept.runId !== this.kept.runId || kept.draft !== this.kept.draft) {
      this.kept = kept;
      this.api.setState(kept);
    }
  }
}

function readKept(state: unknown): Kept {
  const fields = fieldsOf(state);
  return { runId: textOf(fields, "runId"), draft: textOf(fields, "draft") };
}
