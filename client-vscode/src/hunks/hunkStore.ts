/** The open hunks of runs: what was changed, or is proposed, and nobody has decided about. */

import type { Daemon } from "../daemon/daemon";
import { DaemonFault } from "../daemon/daemonFault";
import type { Disposable } from "../disposable";
import { Fetched } from "../fetched";
import type { Commands, LostHunk, ShownHunk } from "../protocol/generated";
import type { PastRuns } from "../runs/pastRuns";
import type { Timer } from "../timer";

export type Hunk = ShownHunk;

type Answer = Commands["architect.hunks"]["result"];
type Server = Pick<Daemon, "command" | "state">;

export class HunkStore {
  private readonly fetched: Fetched<Hunk>;
  private lost: readonly LostHunk[] = [];

  /** `normal` makes one spelling of all that a URI can have. */
  constructor(
    server: Server,
    readonly normal: (uri: string) => string,
    timer: Timer,
    past: PastRuns,
  ) {
    const fetch = async () => {
      const earlier = past.undecided().map((runId) => hunksOfPast(server, runId, past));
      const answers = await Promise.all([server.command("architect.hunks", {}), ...earlier]);
      const lost = answers.flatMap(({ conflicts }) => conflicts);
      const hunks = answers.flatMap((answer) => answer.hunks);
      this.lost = lost.map((each) => ({ ...each, uri: normal(each.uri) }));
      return hunks.map((hunk) => ({ ...hunk, uri: normal(hunk.uri) })).sort(inOrder);
    };
    this.fetched = new Fetched(fetch, timer, () => server.state === "running");
  }

  /** Document by document, each from its top to its end. */
  all(): readonly Hunk[] {
    return this.fetched.all();
  }

  /** Those of a document. */
  of(uri: string): readonly Hunk[] {
    const wanted = this.normal(uri);
    return this.all().filter((hunk) => hunk.uri === wanted);
  }

  ofRun(runId: string): readonly Hunk[] {
    return this.all().filter((hunk) => hunk.runId === runId);
  }

  get(hunkId: string): Hunk | undefined {
    return this.all().find((hunk) => hunk.hunkId === hunkId);
  }

  /** Those of a document whose lines are others by now. */
  lostIn(uri: string): readonly LostHunk[] {
    const wanted = this.normal(uri);
    return this.lost.filter((each) => each.uri === wanted);
  }

  /** Whether a document has anything to decide about. */
  isOpenIn(uri: string): boolean {
    return this.of(uri).length > 0 || this.lostIn(uri).length > 0;
  }

  onChange(listener: () => void): Disposable {
    return this.fetched.onChange(listener);
  }

  refreshSoon(): void {
    this.fetched.refreshSoon();
  }

  refresh(): Promise<void> {
    return this.fetched.refresh();
  }

  clear(): void {
    this.lost = [];
    this.fetched.clear();
  }

  dispose(): void {
    this.fetched.dispose();
  }
}

/** Of a run of an earlier server, whose record may be gone or damaged. */
async function hunksOfPast(server: Server, runId: string, past: PastRuns): Promise<Answer> {
  try {
    const answer = await server.command("architect.hunks", { runId });
    if (answer.hunks.length + answer.conflicts.length === 0) {
      past.decided(runId);
    }
    return answer;
  } catch (error) {
    if (error instanceof DaemonFault && (error.code === "unknown_run" || error.code === "stale")) {
      past.decided(runId);
      return { hunks: [], conflicts: [] };
    }
    throw error;
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
