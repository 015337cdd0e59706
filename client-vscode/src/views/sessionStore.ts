/** The sessions of the open folders, the newest first. */

import type { Daemon } from "../daemon/daemon";
import { Fetched } from "../fetched";
import type { SessionInfo } from "../protocol/generated";
import type { Timer } from "../timer";

export type SessionStore = Fetched<SessionInfo>;

export function sessionStore(
  server: Pick<Daemon, "command" | "state">,
  timer: Timer,
): SessionStore {
  const fetch = async () => (await server.command("architect.sessions", {})).sessions;
  return new Fetched(fetch, timer, () => server.state === "running");
}
