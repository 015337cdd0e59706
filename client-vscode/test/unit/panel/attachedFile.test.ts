import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";

import { readFileUpTo } from "../../../src/panel/attachedFile";

test("only a regular file of some size is read, whatever its name leads to", async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), "attached-"));
  context.after(() => {
    rmSync(folder, { recursive: true });
  });
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at("whole.png"), "123456");
  writeFileSync(at("large.png"), Buffer.alloc(2_000_001));
  symlinkSync(at("whole.png"), at("link.png"));
  const read = async (name: string) => String(await readFileUpTo(at(name), 2_000_000));
  assert.equal(await read("whole.png"), "123456");
  assert.equal(await read("link.png"), "123456");
  assert.equal(await read("large.png"), "is larger than 2 MB, which is the most an image may have");
  assert.equal(await read("."), "is not a regular file");
  if (process.platform !== "win32") {
    symlinkSync("/dev/zero", at("endless.png"));
    execFileSync("mkfifo", [at("pipe.png")]);
    assert.equal(await read("endless.png"), "is not a regular file");
    assert.equal(await read("pipe.png"), "is not a regular file");
  }
});
