import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { CancellationSource } from "../../../src/daemon/cancellationSource";
import { isProgram, runProgram } from "../../../src/daemon/programs";

const NODE = process.execPath;

test("a program is run to its end, with both streams as lines", async () => {
  const lines: string[] = [];
  const script = "console.log('out\\nmore'); console.error('err'); process.exitCode = 3";
  const ran = await runProgram(NODE, ["-e", script], {
    cwd: tmpdir(),
    onLine: (line) => lines.push(line),
  });
  assert.equal(ran.code, 3);
  assert.deepEqual(lines.sort(), ["err", "more", "out"]);
  assert.match(ran.output, /out\nmore\n/);
});

test("a program that is not there is told, not thrown", async () => {
  const ran = await runProgram("/nowhere/at-all", [], { cwd: tmpdir() });
  assert.equal(ran.code, undefined);
  assert.match(ran.output, /ENOENT/);
});

test("cancelling ends the program and what it started", { timeout: 20_000 }, async () => {
  const source = new CancellationSource();
  const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], {stdio: 'inherit'})`;
  const script = `const child = ${child}; console.log(child.pid); setInterval(() => 0, 1000)`;
  let pid = 0;
  // The program's end is seen when its output is closed, which what it started has open, too.
  const ran = await runProgram(NODE, ["-e", script], {
    cwd: tmpdir(),
    cancellation: source.token,
    onLine: (line) => {
      pid = Number(line);
      source.cancel();
    },
  });
  assert.equal(ran.code, undefined);
  assert.ok(pid > 0);
});

test("a program is a file that may be started", { skip: process.platform === "win32" }, async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), "architect-"));
  context.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "program");
  await writeFile(file, "", { mode: 0o755 });
  await writeFile(`${file}.txt`, "", { mode: 0o644 });
  assert.deepEqual(
    await Promise.all([file, `${file}.txt`, folder, `${file}.no`].map(isProgram)),
    [true, false, false, false],
  );
});
