import assert from "node:assert/strict";
import { test } from "node:test";

import { InlineEdits, type EditLine } from "../../src/inlineEdit/inlineEdit";
import { lines, runInfo, RUN } from "./support/values";
import { testServices } from "./support/testServices";

class FakeLine implements EditLine {
  readonly uri = "file:///home/u/a.py";
  readonly range = lines(3, 5);
  readonly shown: string[] = [];
  isClosed = false;

  readonly showProgress = (text: string): void => {
    this.shown.push(text);
  };

  readonly close = (): void => {
    this.isClosed = true;
  };
}

const STARTED = { runId: RUN, state: "running" as const, position: 0, title: "make it faster" };

test("an edit is a run on the lines, which its line tells about until it ends", async () => {
  const services = testServices({ "architect.run": () => STARTED });
  const edits = new InlineEdits(() => services);
  const line = new FakeLine();
  await edits.submit(line, " make it faster\n");
  assert.deepEqual(services.server.of("architect.run"), [
    { prompt: "make it faster", scope: { uris: [line.uri], range: line.range } },
  ]);
  assert.equal(edits.runOf(line), RUN);
  services.runs.update(runInfo({ state: "waiting" }));
  assert.equal(line.shown.at(-1), "“make it faster”: waiting");
  services.runs.update(runInfo({ state: "done", outcome: "completed" }));
  assert.ok(line.isClosed);
  assert.equal(edits.runOf(line), undefined);
});

test("an edit can be stopped; one without words closes its line", async () => {
  const services = testServices({ "architect.run": () => STARTED, "architect.cancel": () => ({ runId: RUN, cancelled: true }) as never });
  const edits = new InlineEdits(() => services);
  const line = new FakeLine();
  await edits.submit(line, "make it faster");
  await edits.stop(line);
  assert.equal(services.server.of("architect.cancel").length, 1);
  assert.equal(line.isClosed, false);
  const empty = new FakeLine();
  await edits.submit(empty, "  ");
  assert.ok(empty.isClosed);
  assert.equal(services.server.of("architect.run").length, 1);
});

test("an edit that cannot be started closes its line and says why", async () => {
  const services = testServices();
  const line = new FakeLine();
  await assert.rejects(new InlineEdits(() => services).submit(line, "make it faster"));
  assert.ok(line.isClosed);
});
