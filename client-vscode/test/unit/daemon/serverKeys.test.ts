import assert from "node:assert/strict";
import { test } from "node:test";

import { serverKeys } from "../../../src/daemon/serverKeys";

test("the server gets the keys that are kept, and the log never sees one", async () => {
  const log: string[] = [];
  const kept = { OPENAI_API_KEY: "sk-1" };
  const keys = await serverKeys({ all: () => Promise.resolve(kept) }, (line) => log.push(line));
  assert.deepEqual([keys, log], [kept, []]);
});

test("a secret storage that cannot be read keeps no server from starting", async () => {
  const log: string[] = [];
  const locked = { all: () => Promise.reject(new Error("the keyring is locked")) };
  assert.deepEqual(await serverKeys(locked, (line) => log.push(line)), {});
  assert.match(log.join(), /no API keys.*the keyring is locked/);
});
