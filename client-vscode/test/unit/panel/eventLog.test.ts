import assert from "node:assert/strict";
import { test } from "node:test";

import { EventLog } from "../../../src/panel/eventLog";
import { merged } from "../../../src/panel/mergedDeltas";
import { contentSecurityPolicy, page } from "../../../src/panel/page";
import { event } from "./fakePanel";

test("each event is kept once, and pieces go when the whole is there", () => {
  const log = new EventLog();
  assert.equal(log.add(event(1, "run.started")), true);
  assert.equal(log.add(event(1, "run.started")), false);
  assert.equal(log.add(event(1, "model.delta", { text: "a" })), true);
  assert.equal(log.add(event(0, "model.delta", { text: "late" })), false);
  assert.equal(log.all().length, 2);
  assert.equal(log.add(event(1, "model.reasoning", { text: "hm" })), true);
  log.add(event(2, "model.replied", { text: "ab" }));
  assert.deepEqual(log.all().map((each) => each.type), ["run.started", "model.replied"]);
  assert.deepEqual([log.lastSeq("s.1"), log.lastSeq("s.2")], [2, 0]);
});

test("output of a call goes with its result, that of others stays", () => {
  const log = new EventLog();
  log.add(event(1, "tool.output", { callId: "a" }));
  log.add(event(1, "tool.output", { callId: "b" }));
  log.add(event(2, "tool.finished", { callId: "a" }));
  assert.deepEqual(log.all().map((each) => each["callId"]), ["b", "a"]);
});

test("a log is bounded, and keeps how runs began", () => {
  const log = new EventLog();
  log.add(event(1, "run.started"));
  for (let seq = 2; seq < 40_000; seq += 1) {
    log.add(event(seq, "step.started"));
  }
  assert.ok(log.all().length <= 15_000);
  assert.deepEqual([log.all()[0]?.type, log.all().at(-1)?.seq], ["run.started", 39_999]);
});

test("only pieces of the same stream go together", () => {
  const pieces = [
    event(1, "tool.output", { callId: "a", stream: "stdout", text: "1" }),
    event(1, "tool.output", { callId: "a", stream: "stdout", text: "2" }),
    event(1, "tool.output", { callId: "a", stream: "stderr", text: "3" }),
    event(1, "tool.output", { callId: "b", stream: "stderr", text: "4" }),
    event(2, "step.started"),
    event(3, "step.started"),
  ];
  assert.deepEqual(merged(pieces).map((each) => each["text"] ?? each.seq), ["12", "3", "4", 2, 3]);
});

const PAGE = { nonce: "abc", language: "en", texts: {}, scriptUri: "", styleUri: "", chunkUris: [] };

test("the page has the texts of its language before its script, and no markup of theirs", () => {
  const html = page({ ...PAGE, language: "es", texts: { Stop: "</script>Detener" } });
  assert.match(html, /<html lang="es">/);
  assert.match(html, /<script nonce="abc">globalThis\.architectTexts = {"Stop":"\\u003c\/script>Detener"};<\/script>\n<script type="module"/);
  assert.equal(page(PAGE).includes("architectTexts"), false);
});

test("the page loads nothing but its script and its style", () => {
  const html = page({ ...PAGE, scriptUri: "https://x/main.js?a&b", styleUri: 'https://x/"main.css', chunkUris: ["https://x/parse.js"] });
  assert.match(contentSecurityPolicy("abc"), /^default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'/);
  assert.match(html, /<script type="module" nonce="abc" src="https:\/\/x\/main\.js\?a&amp;b">/);
  assert.match(html, /href="https:\/\/x\/&quot;main\.css"/);
  assert.match(html, /<link nonce="abc" rel="modulepreload" href="https:\/\/x\/parse\.js">/);
  assert.equal(html.includes("unsafe"), false);
  assert.equal(/ style=| on\w+=/.test(html), false);
});
