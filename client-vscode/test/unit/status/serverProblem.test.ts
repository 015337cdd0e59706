import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerError } from "../../../src/daemon/serverError";
import { Emitter } from "../../../src/emitter";
import { ServerProblem } from "../../../src/status/serverProblem";

const MISSING = new ServerError("no_server", "not installed", false, { kind: "installServer", setting: "" });
const SLOW = new ServerError("connection", "did not respond");

function window() {
  const visibility = new Emitter<undefined>();
  const said: string[] = [];
  let isInSight = false;
  const problem = new ServerProblem({
    inChat: ({ message }) => isInSight && said.push(`chat: ${message}`) > 0,
    onVisibility: (listener) => visibility.event(listener),
    hideNotifications: () => said.push("hidden"),
  });
  problem.watch();
  return {
    problem,
    said,
    tell: (error: ServerError) => {
      problem.tell(error, () => said.push(`notification: ${error.message}`));
    },
    shows: (isShown: boolean) => {
      isInSight = isShown;
      visibility.fire(undefined);
    },
  };
}

test("a server that is missing is told by the chat that is in sight, else by a notification", () => {
  const { said, tell, shows } = window();
  tell(MISSING);
  shows(true);
  tell(MISSING);
  shows(false);
  shows(true);
  assert.deepEqual(said, ["notification: not installed", "chat: not installed", "hidden", "chat: not installed"]);
});

test("what no button of the chat helps against is a notification, and stays one", () => {
  const { said, tell, shows } = window();
  shows(true);
  tell(SLOW);
  shows(true);
  assert.deepEqual(said, ["notification: did not respond"]);
});

test("a server that runs, or that nobody wants, is not told of when a chat is opened later", () => {
  const { problem, said, tell, shows } = window();
  tell(MISSING);
  problem.forget();
  shows(true);
  assert.deepEqual(said, ["notification: not installed"]);
});
