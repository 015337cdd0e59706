/** The messages and the state of a webview, by the API that VS Code gives it. */

import { fieldsOf, textOf } from "../conversation/event";
import { readDraft, type DatedDraft } from "../panel/draft";
import type { FromWebview } from "../panel/messages";

/** Kept by VS Code while the webview is hidden, and over a reload of the window that it foresees. */
export interface WebviewState extends DatedDraft {
  /** Of which the draft is; empty if there is none. */
  readonly sessionId: string;
  /** By which the session is found again; empty if there is none. */
  readonly runId: string;
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

  get state(): WebviewState {
    return this.current;
  }

  postMessage(message: FromWebview): void {
    this.api.postMessage(message);
  }

  setState(changed: Partial<WebviewState>): void {
    const { current } = this;
    const isNew = Object.entries(changed).some(([name, value]) => current[name as keyof WebviewState] !== value);
    if (isNew) {
      this.current = { ...current, ...changed };
      this.api.setState(this.current);
    }
  }
}

function readState(state: unknown): WebviewState {
  const fields = fieldsOf(state);
  return { ...readDraft(fields), sessionId: textOf(fields, "sessionId"), runId: textOf(fields, "runId") };
}
