/** The editor's own tokens for our cancellations. */

import { type CancellationToken, CancellationTokenSource } from "vscode";

import type { Cancellation } from "./disposable";

export interface EditorToken {
  readonly token: CancellationToken;
  readonly dispose: () => void;
}

/** A token that is cancelled with `cancellation`; never, if that is undefined. */
export function editorToken(cancellation: Cancellation | undefined): EditorToken {
  const source = new CancellationTokenSource();
  const following = cancellation?.onCancellationRequested(() => {
    source.cancel();
  });
  if (cancellation?.isCancellationRequested) {
    source.cancel();
  }
  return {
    token: source.token,
    dispose: () => {
      following?.dispose();
      source.dispose();
    },
  };
}
