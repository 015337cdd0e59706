/** The messages and the state of a webview, by the API that VS Code gives it. */

import { fieldsOf, textOf } from "../conversation/event";
import type { FromWebview } from "../panel/messages";

/** Kept by VS Code while the webview is hidden, and over a reload of the window. */
export interface WebviewState {
  /** By which the panel is found again after a reload of the window. */
  readonly runId: string;
  readonly draft: string;
}

interface WebviewApi {
  postMessage(message: FromWebview): void;
  getState(): unknown;
  setState(state: WebviewState): void;
}

declare function acquireVsCodeApi(): WebviewApi;

export class VsCodeApi {
  private readonly api = acquireVsCodeApi();
  private current = readState(this.api.getState());

  get draft(): string {
    return this.current.draft;
  }

  postMessage(message: FromWebview): void {
    this.api.postMessage(message);
  }

  setState(changed: Partial<WebviewState>): void {
    const current = { ...this.current, ...changed };
    if (current.runId !== this.current.runId || current.draft !== this.current.draft) {
      this.current = current;
      this.api.setState(current);
    }
  }
}

function readState(state: unknown): WebviewState {
  const fields = fieldsOf(state);
  return { runId: textOf(fields, "runId"), draft: textOf(fields, "draft") };
}
