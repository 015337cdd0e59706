/** The open hunks of runs: changed or proposed lines that are neither kept nor undone. */

import type { Daemon } from "../daemon/daemon";
import type { Disposable } from "../disposable";
import { CachedList } from "../cachedList";
import type { LostHunk, ShownHunk } from "../protocol/generated";
import type { Timer } from "../timer";

export type Hunk = ShownHunk;

type Server = Pick<Daemon, "command" | "state">;

export class HunkStore {
  private readonly cached: CachedList<Hunk>;
  private conflicts: readonly LostHunk[] = [];

  /**
   * `normalizeUri` makes one spelling of all that a URI can have.
   *
   * The server looks for runs of earlier servers at the first request, and then notifies of their
   * hunks.
   */
  constructor(
    private readonly server: Server,
    readonly normalizeUri: (uri: string) => string,
    timer: Timer,
  ) {
    const fetch = async () => {
      const { hunks, conflicts } = await server.command("architect.hunks", {});
      this.conflicts = conflicts.map((each) => ({ ...each, uri: normalizeUri(each.uri) }));
      return this.inOrder(hunks);
    };
    this.cached = new CachedList(fetch, timer, () => server.state === "running");
  }

  /** Document by document, each from its top to its end. */
  all(): readonly Hunk[] {
    return this.cached.all();
  }

  /** Those of a document. */
  of(uri: string): readonly Hunk[] {
    const wanted = this.normalizeUri(uri);
    return this.all().filter((hunk) => hunk.uri === wanted);
  }

  /** Those of a session, which may be older than all others that are known. */
  async ofSession(sessionId: string): Promise<readonly Hunk[]> {
    const { hunks } = await this.server.command("architect.hunks", { sessionId });
    return this.inOrder(hunks);
  }

  private inOrder(hunks: readonly ShownHunk[]): Hunk[] {
    return hunks.map((hunk) => ({ ...hunk, uri: this.normalizeUri(hunk.uri) })).sort(inOrder);
  }

  ofRun(runId: string): readonly Hunk[] {
    return this.all().filter((hunk) => hunk.runId === runId);
  }

  get(hunkId: string): Hunk | undefined {
    return this.all().find((hunk) => hunk.hunkId === hunkId);
  }

  /** The hunk of that id, if its lines were modified since. */
  lost(hunkId: string): LostHunk | undefined {
    return this.conflicts.find((each) => each.hunkIds.includes(hunkId));
  }

  /** Those whose lines were modified since: they can not be undone as they are. */
  edited(): readonly LostHunk[] {
    return this.conflicts;
  }

  /** Those of a document whose lines were modified since. */
  lostIn(uri: string): readonly LostHunk[] {
    const wanted = this.normalizeUri(uri);
    return this.conflicts.filter((each) => each.uri === wanted);
  }

  /** Whether a document has anything to decide about. */
  isOpenIn(uri: string): boolean {
    return this.of(uri).length > 0 || this.lostIn(uri).length > 0;
  }

  onChange(listener: () => void): Disposable {
    return this.cached.onChange(listener);
  }

  refreshSoon(): void {
    this.cached.refreshSoon();
  }

  refresh(): Promise<void> {
    return this.cached.refresh();
  }

  clear(): void {
    this.conflicts = [];
    this.cached.clear();
  }

  dispose(): void {
    this.cached.dispose();
  }
}

/** Whether there is a document now that its lines stand in. */
export function hasDocument(hunk: Hunk): boolean {
  return hunk.change !== (hunk.kind === "proposed" ? "created" : "deleted");
}

function inOrder(one: Hunk, other: Hunk): number {
  if (one.uri !== other.uri) {
    return one.uri < other.uri ? -1 : 1;
  }
  const [a, b] = [one.range.start, other.range.start];
  return a.line - b.line || a.character - b.character;
}
