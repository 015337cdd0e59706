/** Answers of the server that are read field by field, so that an older one breaks nothing. */

import { fieldsOf, type Fields } from "../conversation/event";
import type { Daemon } from "../daemon/daemon";

/** Rejects with the server's error; one that does not know the command says so. */
export async function answerOf(
  daemon: Pick<Daemon, "command">,
  command: string,
  argument: Readonly<Record<string, unknown>>,
): Promise<Fields> {
  const ask = daemon.command.bind(daemon) as unknown as (name: string, argument: unknown) => Promise<unknown>;
  return fieldsOf(await ask(command, argument));
}
