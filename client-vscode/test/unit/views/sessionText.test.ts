import assert from "node:assert/strict";
import { after, test } from "node:test";

import { sessionDescription, sessionDetails } from "../../../src/views/sessionText";
import { session } from "../support/values";

const zone = process.env["TZ"];
after(() => {
  if (zone === undefined) {
    delete process.env["TZ"];
  } else {
    process.env["TZ"] = zone;
  }
});

test("the time of a session is that of the user's clock", () => {
  process.env["TZ"] = "Asia/Tokyo";
  const at = (updatedAt: string) => sessionDescription(session({ updatedAt, filesChanged: [], cost: 0 }));
  assert.equal(at("2026-11-20T23:04:10.000+00:00"), "2026-11-21 08:04 · done");
  assert.equal(at("2026-03-04T05:06:07+09:00"), "2026-03-04 05:06 · done");
  assert.match(at(new Date().toISOString()), /^\d\d:\d\d · done$/);
});

test("a time that is none is left out", () => {
  const odd = session({ updatedAt: "long ago", filesChanged: [], cost: null });
  assert.equal(sessionDescription(odd), "done");
  assert.equal(sessionDescription({ ...odd, updatedAt: null, startedAt: null }), "done");
});

test("a session names the first of its many files, and what is wrong with it", () => {
  const filesChanged = Array.from({ length: 12 }, (_, number) => `f${String(number)}.py`);
  const lines = sessionDetails(session({ filesChanged, problem: "line 3 is no event" })).split("\n");
  assert.deepEqual(lines.slice(3), [...filesChanged.slice(0, 10), "line 3 is no event"]);
});
