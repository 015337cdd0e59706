/** Requests that a server has not answered yet. */

import { connectionLost } from "./errors";

/**
 * Those of one server. vscode-languageclient rejects them when a server closes its connection or shuts
 * down in time, but leaves them waiting for ever behind a shutdown that takes too long.
 */
export class PendingRequests {
  private readonly rejections = new Set<(error: Error) => void>();

  /** What `answer` settles to, or a rejection with `connectionLost` if that comes first. */
  async settled<T>(answer: Promise<T>): Promise<T> {
    let rejectNow: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      rejectNow = reject;
    });
    this.rejections.add(rejectNow);
    try {
      return await Promise.race([answer, lost]);
    } finally {
      this.rejections.delete(rejectNow);
    }
  }

  /** The server is gone and answers nothing any more. */
  rejectAll(): void {
    for (const reject of this.rejections) {
      reject(connectionLost());
    }
  }
}
