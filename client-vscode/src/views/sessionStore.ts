/** The sessions of the open folders, the newest first. */

import type { Daemon } from "../daemon/daemon";
import { CachedList } from "../cachedList";
import type { SessionInfo } from "../protocol/generated";
import type { Timer } from "../timer";

export type SessionStore = CachedList<SessionInfo>;

export function sessionStore(
  server: Pick<Daemon, "command" | "state">,
  timer: Timer,
): SessionStore {
  const fetch = async () => (await server.command("architect.sessions", {})).sessions;
  return new CachedList(fetch, timer, () => server.state === "running");
}
