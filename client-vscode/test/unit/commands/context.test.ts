import assert from "node:assert/strict";
import { test } from "node:test";

import { compactSession, showContext } from "../../../src/commands/context";
import { session } from "../support/values";
import { testServices } from "../support/testServices";

const ID = "20261120-080006-de6374";

test("the context is shown as a page with a table of its parts", async () => {
  const rules = { name: "rules", source: "AGENTS.md", tokens: 1200, leftOut: "the rest", text: "a ``` b\u001b[2J" };
  const task = { name: "task", source: "you", tokens: 2, leftOut: "", text: "do it" };
  const services = testServices({
    "architect.context": () => ({ tokens: 1202, window: 100_000, parts: [rules, task] }),
  });
  services.ui.types = "do it";
  await showContext(services, undefined);
  assert.deepEqual(services.server.of("architect.context"), [{ prompt: "do it" }]);
  const [page] = services.ui.pages;
  assert.equal(page?.name, "Context.md");
  const text = page.text;
  assert.match(text, /1,202 of 100,000 tokens \(1\.2 %\)/);
  assert.match(text, /\| rules \| 1,200 \| AGENTS\.md; left out: the rest \|/);
  assert.match(text, /````text\na ``` b/);
  assert.ok(!text.includes("\u001b"));
});

test("nothing is shown if the input is dismissed", async () => {
  const services = testServices();
  await showContext(services, undefined);
  assert.deepEqual(services.ui.pages, []);
});

test("a session is compacted with what matters to the user", async () => {
  const services = testServices({
    "architect.sessions": () => ({ sessions: [session()] }),
    "architect.compact": () => ({ runId: `${ID}.2`, state: "running", position: 0 }),
  });
  services.ui.types = "the schema";
  await compactSession(services, { sessionId: ID });
  assert.deepEqual(services.server.of("architect.compact"), [{ sessionId: ID, focus: "the schema" }]);
  assert.deepEqual(services.opened, [`${ID}.2`]);
});
