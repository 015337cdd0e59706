/** What reviews found, as the server has it. */

import type { Daemon } from "../daemon/daemon";
import { CachedList } from "../cachedList";
import type { ShownFinding } from "../protocol/generated";
import type { Timer } from "../timer";

export type FindingStore = CachedList<ShownFinding>;

export function findingStore(
  server: Pick<Daemon, "command" | "state">,
  timer: Timer,
): FindingStore {
  const fetch = async () => (await server.command("architect.findings", {})).findings;
  return new CachedList(fetch, timer, () => server.state === "running");
}
