/** Answers by cards of conversations, which do not know what was made of an edit in its diff. */

import type { Daemon } from "../daemon/daemon";
import type { AnswerArgs } from "../protocol/generated";

/** `daemon`, whose answers go with the text that the user made of the edit: `changedText` gives that. */
export function withChangedEdits<D extends Pick<Daemon, "command">>(
  daemon: D,
  changedText: (requestId: string) => string | undefined,
): D {
  const command = (name: string, argument: unknown, ...more: readonly unknown[]): unknown => {
    const send = daemon.command as (...args: readonly unknown[]) => unknown;
    const sent = name === "architect.answer" ? withContent(argument as AnswerArgs, changedText) : argument;
    return send.call(daemon, name, sent, ...more);
  };
  return new Proxy(daemon, {
    get: (target, property) => {
      const value: unknown = property === "command" ? command : Reflect.get(target, property, target);
      return typeof value === "function" && property !== "command" ? (value.bind(target) as unknown) : value;
    },
  });
}

function withContent(answer: AnswerArgs, changedText: (requestId: string) => string | undefined): AnswerArgs {
  const content = answer.choice === "once" ? changedText(answer.requestId) : undefined;
  return content === undefined ? answer : { ...answer, content };
}
