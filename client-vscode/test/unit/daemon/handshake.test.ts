import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerError } from "../../../src/daemon/serverError";
import { readServerInfo } from "../../../src/daemon/handshake";

const PROGRAM = "/env/bin/architect";

function said(experimental: unknown): string {
  try {
    readServerInfo(experimental, PROGRAM);
  } catch (error) {
    assert.ok(error instanceof ServerError);
    assert.equal(error.code, "no_server");
    return error.message;
  }
  return "";
}

test("a server of this protocol is taken, with its version and commands", () => {
  const serverInfo = readServerInfo(
    { architect: { protocol: 1, server: "0.3.0", commands: ["architect.run"] } },
    PROGRAM,
  );
  assert.deepEqual(serverInfo, { version: "0.3.0", commands: ["architect.run"] });
});

test("a newer protocol asks for a newer extension", () => {
  const message = said({ architect: { protocol: 2, server: "1.0.0" } });
  assert.match(message, /server 1\.0\.0 at '\/env\/bin\/architect' uses protocol 2/);
  assert.match(message, /Update the extension/);
});

test("an older protocol asks for a newer server", () => {
  assert.match(said({ architect: { protocol: 0, server: "0.0.1" } }), /Update the server/);
});

test("what is no server of ours is named with the setting that leads to it", () => {
  for (const other of [undefined, null, "x", {}, { architect: [] }]) {
    assert.match(said(other), /'\/env\/bin\/architect' is not an Architect server\. .*architect\.server\.path/);
  }
});
