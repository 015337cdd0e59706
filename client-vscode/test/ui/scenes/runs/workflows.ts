import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

import { edits, says, writes } from "../../../host/model";
import { press, row, view } from "../../sideBar";
import { longScene, longSequel } from "../../run";
import type { Window } from "../../window";

const FILE = "notes.txt";
const CHECK = "test $(grep -c more notes.txt) -eq 2";

/** Another line each time, so that the check passes behind the second iteration. */
const STEP = [edits(FILE, "end\n", "more\nend\n"), says("One more line.")] as const;

async function startLoop(window: Window, task: string, check: string): Promise<void> {
  await view(window, "Workflows").getByText("Start Loop", { exact: true }).click();
  await window.answerInputOf("Loop: the task", task);
  await window.answerInputOf("Check: a command that has to succeed", check);
  await window.answerInputOf("Check 2", "");
  await window.titled("Where to work");
  await window.pick("In My Files");
}

longSequel("a loop goes on in the view until its check passes, and what each iteration did is there", async (window) => {
  window.write(FILE, "end\n");
  window.modelGives(...STEP);
  await window.openFile(FILE);
  await window.openViews();
  await view(window, "Workflows").getByText("A workflow combines many runs").waitFor();
  await window.picture("workflows-empty");
  await startLoop(window, "write two more lines", CHECK);
  await row(window, "Workflows", "Loop: write two more lines").getByText("done · iteration 2").waitFor();
  const first = row(window, "Workflows", /Iteration 1/);
  await first.getByText("failed · 1 check failed").waitFor();
  await row(window, "Workflows", /Iteration 2/).getByText("done").waitFor();
  await row(window, "Workflows", CHECK).getByText("exit code 1").waitFor();
  assert.equal(window.onDisk(FILE), "more\nmore\nend\n");
  await window.picture("workflows");

  await row(window, "Workflows", /Iteration 2/).click();
  await window.said("One more line.").waitFor();
  await press(row(window, "Workflows", /Iteration 1/), "Show Changes of Unit");
  await window.page.locator(".tab", { hasText: "Changes: " }).waitFor();
  await row(window, "Workflows", CHECK).click();
  await window.editorShows("[exit code 1]");
});

longScene("a loop is stopped and resumed, and a reload of the window leaves it paused", async (window) => {
  window.write(FILE, "end\n");
  window.modelGives({ text: "Too late.", delay_s: 100 });
  await window.openFile(FILE);
  await window.openViews();
  await startLoop(window, "write two more lines", CHECK);
  const loop = row(window, "Workflows", "Loop: write two more lines");
  await row(window, "Workflows", /Iteration 1/).getByText("running").waitFor();
  await window.picture("workflow-running");
  await press(loop, "Stop Workflow");
  await loop.getByText("paused").waitFor();

  await press(loop, "Resume Workflow");
  await row(window, "Workflows", /Iteration 1/).getByText("running").waitFor();
  await window.page.reload();
  await window.ourView.waitFor();
  await loop.getByText("paused").waitFor();
  await row(window, "Workflows", /Iteration 1/).waitFor();
  await window.picture("workflow-paused");

  await window.modelBecomes(...STEP);
  await press(loop, "Resume Workflow");
  await loop.getByText("done · iteration 2").waitFor();
  assert.equal(window.onDisk(FILE), "more\nmore\nend\n");
});

longScene("lines of a list are tasks at the same time, each with a branch that is compared", async (window) => {
  window.write("todo.md", "# To do\n\n- add a greeting\n- add a farewell\n");
  window.modelGives(writes("greeting.txt", "hello\n"), says("Done."));
  window.set("architect.mode", "yolo");
  const person = { "user.name": "Ada", "user.email": "ada@example.org" };
  for (const [key, value] of Object.entries(person)) execFileSync("git", ["-C", window.file(""), "config", key, value]);
  await window.openFile("todo.md");
  await window.openViews();
  await view(window, "Workflows").getByText("Start Parallel Tasks", { exact: true }).click();
  await window.titled("Parallel: which tasks");
  await window.pick("2 Tasks from todo.md");
  await window.answerInputOf("Check: a command that has to succeed", "");
  await window.titled("What becomes of the branches");
  await window.pick("Keep a Branch for Each Task");
  const tasks = row(window, "Workflows", "Parallel: 2 tasks");
  await tasks.getByText("done · 2/2").waitFor();
  const first = row(window, "Workflows", "add a greeting");
  await first.getByText("architect/parallel-1").waitFor();
  await window.picture("workflow-parallel");
  await press(first, "Show Changes of Unit");
  await window.page.locator(".tab", { hasText: "Changes: add a greeting" }).waitFor();
  await window.editorShows("hello");
  await first.click();
  await window.said("Done.").waitFor();
});

const PIPELINE = `name: Release
variables:
  version:
steps:
  - name: draft
    prompt: "Write what is new in {{version}}"
  - name: release
    approval: true
    prompt: "Raise the version to {{version}}"
`;

longScene("a pipeline in the editor asks for its variables, for trust, and for what has to be approved", async (window) => {
  window.write("release.yaml", PIPELINE);
  window.modelGives(says("Done."));
  await window.openFile("release.yaml");
  await window.openViews();
  await view(window, "Workflows").getByText("Run Pipeline", { exact: true }).click();
  await window.answerInputOf("Release: the variable version", "1.2");
  await window.toast("is part of the project").getByRole("button", { name: "Trust this pipeline" }).click();
  await row(window, "Workflows", "draft").getByText("done").waitFor();
  await window.toast("Approve the step").getByRole("link", { name: "Decide Later" }).waitFor();
  await window.picture("workflow-approval");
  await row(window, "Workflows", "Approve release?").click();
  await window.confirms("Approve “release” of Pipeline “Release”?", "Approve");
  await row(window, "Workflows", "Pipeline: Release").getByText("done · 2/2").waitFor();
  await window.toast("Approve the step").waitFor({ state: "detached" });
});
