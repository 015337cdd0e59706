import assert from "node:assert/strict";
import { test } from "node:test";

import type { PathLookup } from "../../../src/daemon/discovery";
import type { Runner } from "../../../src/daemon/programs";
import { findPython, pythonAdvice } from "../../../src/daemon/python";

/** Pythons by path, with what the probe of each says. */
function machine(pythons: Readonly<Record<string, string>>): [PathLookup, Runner] {
  const lookup: PathLookup = {
    path: "/usr/bin",
    isTrusted: true,
    folders: [],
    isWindows: false,
    isProgram: (file) => Promise.resolve(file in pythons),
  };
  const run: Runner = (program) => {
    const output = pythons[program] ?? "";
    return Promise.resolve({ code: /Error|odd/.test(output) ? 1 : 0, output });
  };
  return [lookup, run];
}

test("the newest that is known to work goes before whatever python3 is", async () => {
  const [lookup, run] = machine({ "/usr/bin/python3": "3.9\n", "/usr/bin/python3.12": "3.12\n" });
  assert.equal((await findPython([], lookup, run, "/")).program, "/usr/bin/python3.12");
});

test("one that the user chose goes first if it is new enough", async () => {
  const [lookup, run] = machine({ "/usr/bin/python3": "3.11\n", "/envs/a/bin/python": "3.14\n" });
  assert.equal((await findPython(["/envs/a/bin/python"], lookup, run, "/")).program, "/envs/a/bin/python");
});

test("one that is too old is named with its version", async () => {
  const [lookup, run] = machine({ "/usr/bin/python3": "3.9\n" });
  const { program, problems } = await findPython([], lookup, run, "/");
  assert.equal(program, undefined);
  assert.match(pythonAdvice(problems), /3\.11 or newer \(found: \/usr\/bin\/python3 \(version 3\.9\)\)\. Install it/);
});

test("one without its venv module has advice of its own", async () => {
  const [lookup, run] = machine({
    "/usr/bin/python3": "3.11\nModuleNotFoundError: No module named 'ensurepip'\n",
  });
  const { problems } = await findPython([], lookup, run, "/");
  assert.match(pythonAdvice(problems), /apt install python3-venv/);
});

test("one that does not run at all is no Python", async () => {
  const [lookup, run] = machine({ "/usr/bin/python": "odd\n" });
  const { problems } = await findPython([], lookup, run, "/");
  assert.deepEqual(problems, [{ program: "/usr/bin/python", problem: "it fails to run" }]);
});

test("without any the advice says what to install", () => {
  assert.equal(pythonAdvice([]), "The server requires Python 3.11 or newer. Install it, then install the server again.");
});
