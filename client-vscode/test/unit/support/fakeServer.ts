/** A server that answers as a test says and remembers what it was asked. */

import type { Daemon, DaemonState } from "../../../src/daemon/daemon";
import { ServerError } from "../../../src/daemon/serverError";
import type { Commands } from "../../../src/protocol/generated";

type Answers = {
  [K in keyof Commands]?: (
    argument: Commands[K]["argument"],
  ) => Commands[K]["result"] | Promise<Commands[K]["result"]>;
};

export interface Asked {
  readonly command: string;
  readonly argument: unknown;
}

export class FakeServer implements Pick<Daemon, "command" | "start" | "state"> {
  state: DaemonState = "running";
  /** What happens while it starts. */
  starting: () => void = () => undefined;
  readonly asked: Asked[] = [];

  constructor(readonly answers: Answers = {}) {}

  readonly command = async <K extends keyof Commands>(
    name: K,
    argument: Commands[K]["argument"],
  ): Promise<Commands[K]["result"]> => {
    this.asked.push({ command: name, argument });
    const answer = this.answers[name];
    if (answer === undefined) {
      throw new ServerError("invalid_params", `no answer to ${name} was prepared`);
    }
    return answer(argument);
  };

  readonly start = (): Promise<void> => {
    this.starting();
    this.state = "running";
    return Promise.resolve();
  };

  /** What was asked by that command. */
  of(command: string): readonly unknown[] {
    return this.asked.filter((each) => each.command === command).map((each) => each.argument);
  }
}
