/** Keeps what is written: at once in the page, and with the extension, where it outlives the page. */

import type { DatedDraft, Draft } from "../panel/draft";
import type { VsCodeApi } from "./vscodeApi";

/** The extension writes what it is told to the disk: no more often than that. */
const TELL_MS = 1_000;

export class DraftKeeper {
  private timer: number | undefined;

  constructor(private readonly vscode: VsCodeApi) {}

  keep(draft: Draft): void {
    this.vscode.setState({ ...draft, at: Date.now() });
    this.schedule();
  }

  /** Tells the extension now what it would be told soon. */
  tell(): void {
    if (this.timer !== undefined) {
      window.clearTimeout(this.timer);
      this.timer = undefined;
      const { state } = this.vscode;
      this.vscode.postMessage({ type: "draft", sessionId: state.sessionId, draft: state });
    }
  }

  /** Of another session: `draft` takes the place of what was written, unless that goes along. */
  follow(sessionId: string, draft: DatedDraft | undefined): void {
    if (draft === undefined) {
      this.schedule();
    } else {
      this.tell();
    }
    this.vscode.setState({ ...draft, sessionId });
  }

  private schedule(): void {
    this.timer ??= window.setTimeout(() => {
      this.tell();
    }, TELL_MS);
  }
}
