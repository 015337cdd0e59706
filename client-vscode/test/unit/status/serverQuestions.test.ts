import assert from "node:assert/strict";
import { test } from "node:test";

import type { Button } from "../../../src/commands/ui";
import { Emitter } from "../../../src/emitter";
import { askInOnePlace } from "../../../src/status/serverQuestions";

const LABELS = ["Trust", "Continue without"];

function window() {
  const visibility = new Emitter<undefined>();
  const said: string[] = [];
  const pressed = new Emitter<string | undefined>();
  let cards: readonly Button[] = [];
  let isInSight = false;
  const ask = askInOnePlace({
    inChat: (_, text, buttons) => {
      cards = isInSight ? buttons : cards;
      return isInSight && said.push(`chat: ${text}`) > 0;
    },
    onVisibility: (listener) => visibility.event(listener),
    notify: (_, text) => {
      said.push(`notification: ${text}`);
      return new Promise((resolve) => pressed.event(resolve));
    },
    hideNotifications: () => said.push("hidden"),
  });
  return {
    ask,
    said,
    press: (label: string | undefined) => { pressed.fire(label); },
    pressInChat: async (label: string) => cards.find((each) => each.label === label)?.act(),
    shows: (isShown: boolean) => {
      isInSight = isShown;
      visibility.fire(undefined);
    },
  };
}

test("what the server asks stands in the chat that is in sight, and nowhere else", async () => {
  const { ask, said, pressInChat, shows } = window();
  shows(true);
  const answer = ask("warning", "Trust it?", LABELS);
  await pressInChat("Trust");
  assert.equal(await answer, "Trust");
  assert.deepEqual(said, ["chat: Trust it?"]);
});

test("a question that was a notification moves into the chat once, and one answer of either counts", async () => {
  const { ask, said, press, pressInChat, shows } = window();
  const answer = ask("warning", "Trust it?", LABELS);
  shows(true);
  shows(true);
  assert.deepEqual(said, ["notification: Trust it?", "chat: Trust it?", "hidden"]);
  press(undefined);
  await pressInChat("Continue without");
  assert.equal(await answer, "Continue without");
});

test("a notification that is closed is no answer, and what has no buttons is one", async () => {
  const { ask, said, press, shows } = window();
  const answer = ask("warning", "Trust it?", LABELS);
  press(undefined);
  assert.equal(await answer, undefined);
  shows(true);
  void ask("info", "Saved.", []);
  assert.deepEqual(said, ["notification: Trust it?", "notification: Saved."]);
});
