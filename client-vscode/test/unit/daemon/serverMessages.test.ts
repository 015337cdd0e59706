import assert from "node:assert/strict";
import { test } from "node:test";

import { showServerMessage } from "../../../src/daemon/serverMessages";

test("nothing in a message of the server becomes a command link", async () => {
  const shown: unknown[] = [];
  const message = "conflict in '[a.py](command:workbench.action.quit)'";
  const answer = await showServerMessage({ type: 2, message }, (...all) => {
    shown.push(all);
    return Promise.resolve(undefined);
  });
  assert.deepEqual(shown, [["warning", message.replace("](", "]\u200c("), []]]);
  assert.equal(answer, null);
});

test("a question of the server is answered by the button that was pressed", async () => {
  const actions = [{ title: "Trust this project" }, { title: "Continue without" }];
  const said = { type: 1, message: "Trust it?", actions };
  const answer = await showServerMessage(said, (level, _, buttons) => {
    assert.equal(level, "error");
    return Promise.resolve(buttons[1]);
  });
  assert.deepEqual(answer, { title: "Continue without" });
});
