import assert from "node:assert/strict";
import { test } from "node:test";

import { plainOutput, terminalOf } from "../../../src/attach/attachments";
import { sizeOf } from "../../../src/panel/attachment";
import { attachFile, attachProblem, attachSelection, attachTerminal, attachTest } from "../../../src/commands/attach";
import { commitMessage } from "../../../src/commands/commitMessage";
import { fixTest } from "../../../src/commands/fixTest";
import { lines } from "../support/values";
import { testServices, type TestServices } from "../support/testServices";

const A = "file:///home/u/a.py";

function attached({ ui }: TestServices): unknown {
  const last = ui.executed.at(-1);
  assert.equal(last?.[0], "architect.ui.attach");
  return last[1];
}

test("the selected lines are attached by their numbers, and the file where nothing is selected", async () => {
  const services = testServices();
  services.ui.opens(A, lines(9, 20));
  await attachSelection(services, undefined);
  assert.deepEqual(attached(services), [{ kind: "selection", name: "a.py:10-20", uri: A, range: lines(9, 20) }]);
  services.ui.opens(A, lines(3, 3));
  await attachSelection(services, undefined);
  assert.deepEqual(attached(services), [{ kind: "file", name: "a.py", uri: A }]);
});

test("the files of the explorer are attached, all that were selected", async () => {
  const services = testServices();
  const uri = (path: string) => ({ scheme: "file", path, toString: () => `file://${path}` });
  await attachFile(services, uri("/home/u/a.py"), [uri("/home/u/a.py"), uri("/home/u/b.py")]);
  assert.deepEqual(attached(services), [
    { kind: "file", name: "a.py", uri: A },
    { kind: "file", name: "b.py", uri: "file:///home/u/b.py" },
  ]);
});

test("a problem comes with its place and who reports it", async () => {
  const services = testServices();
  services.ui.opens(A, lines(4, 4), { diagnostics: [{ range: { ...lines(4, 4) }, message: "no such name", source: "Pyright" }] });
  await attachProblem(services, undefined);
  const [problem] = attached(services) as { name: string; text: string }[];
  assert.deepEqual([problem?.name, problem?.text], ["a.py:5 no such name", "a.py:5: no such name [Pyright]"]);
});

test("what a terminal wrote is attached as it can be read", async () => {
  const services = testServices();
  await attachTerminal(services, undefined);
  assert.match(services.ui.lastMessage, /^No command has ended/);
  const output = plainOutput("\u001b]633;C\u0007\u001b[31m1 failed\u001b[0m\r\n10%\r100%\r\nab\u202ec\n");
  assert.equal(output, "1 failed\n100%\nab\\u202ec\n");
  const found = terminalOf({ command: "pytest -q", cwd: "/home/u", output, exitCode: 1 });
  services.terminalOutput = found;
  await attachTerminal(services, undefined);
  assert.deepEqual(attached(services), [found]);
  assert.equal(found.text, "(in /home/u) $ pytest -q\n1 failed\n100%\nab\\u202ec\n\n[exit code 1]");
  assert.deepEqual([sizeOf(found), sizeOf(terminalOf({ command: "true", cwd: "", output: "", exitCode: 0 }))], ["3 lines", ""]);
});

test("a failed test is attached with its message, and fixed by a run that knows it", async () => {
  const started = { runId: "r.1", state: "running" as const, position: 0, title: "Fix: test_sum" };
  const services = testServices({ "architect.run": () => started });
  const item = { label: "test_sum", uri: { scheme: "file", path: "/home/u/a.py", toString: () => A } };
  const failed = { test: item, message: { message: { value: "assert 1 == 2" } } };
  await attachTest(services, failed);
  assert.deepEqual(attached(services), [
    { kind: "test", name: "test_sum", uri: A, text: "Test: test_sum\nFile: a.py\nassert 1 == 2" },
  ]);
  await fixTest(services, failed);
  const [argument] = services.server.of("architect.run") as { title: string; attachments: unknown[] }[];
  assert.equal(argument?.title, "Fix: test_sum");
  assert.equal(argument.attachments.length, 1);
});

test("a commit message replaces what was typed, which can be had back", async () => {
  const services = testServices({ "architect.commitMessage": () => ({ message: "Fix the sum" }) });
  await commitMessage(services, undefined);
  assert.equal(services.ui.lastMessage, "No Git repository is open.");
  services.ui.commitInput = "wip";
  await commitMessage(services, undefined);
  assert.equal(services.ui.commitInput, "Fix the sum");
  await services.ui.press("Undo");
  assert.equal(services.ui.commitInput, "wip");
});
