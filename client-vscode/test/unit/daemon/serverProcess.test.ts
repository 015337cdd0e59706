import assert from "node:assert/strict";
import { homedir } from "node:os";
import { test } from "node:test";

import { ownEnvironment, startServer, type ServerProcess } from "../../../src/daemon/serverProcess";

function node(script: string, log: (line: string) => void = () => undefined): ServerProcess {
  const command = { program: process.execPath, arguments: ["-e", script], source: "test" };
  return startServer(command, { TEST_API_KEY: "sk-1" }, log);
}

test("a server has our environment, the keys, and the home folder to start in", async () => {
  const lines: string[] = [];
  const script = "console.error([process.env.TEST_API_KEY, process.env.PATH, process.cwd()].join('|'))";
  const server = node(script, (line) => lines.push(line));
  assert.equal(await server.ended, "exit code 0");
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(lines, [`sk-1|${process.env["PATH"] ?? ""}|${homedir()}`]);
});

test("what makes programs behave as parts of the editor is left out", () => {
  assert.deepEqual(ownEnvironment({ ELECTRON_RUN_AS_NODE: "1", HOME: "/h" }), { HOME: "/h" });
});

test("a server that ends with its input is not forced", async () => {
  const server = node("process.stdin.resume().on('end', () => process.exit(7))");
  await server.end();
  assert.equal(await server.ended, "exit code 7");
});

test("a server that does not end is ended within three seconds", { timeout: 10_000 }, async () => {
  const server = node("process.on('SIGTERM', () => 0); setInterval(() => 0, 1000)");
  await server.end();
  assert.equal(await server.ended, "signal SIGKILL");
});

test("a program that is not there says why", async () => {
  const server = startServer({ program: "/nowhere", arguments: [], source: "test" }, {}, () => undefined);
  assert.match(await server.ended, /ENOENT/);
  await server.end();
});
