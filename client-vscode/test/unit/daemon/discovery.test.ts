import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerError } from "../../../src/daemon/serverError";
import { findOnPath, findServer, programIn, type ServerLookup } from "../../../src/daemon/discovery";

/** A machine that has the programs `there`. */
function machine(there: readonly string[], fields: Partial<ServerLookup> = {}): ServerLookup {
  return {
    setting: "",
    arguments: [],
    isTrusted: true,
    folders: ["/home/u/project"],
    chosenEnvironments: () => Promise.resolve([]),
    path: "/usr/local/bin:/usr/bin",
    privateEnvironment: () => Promise.resolve(undefined),
    isWindows: false,
    isProgram: (file) => Promise.resolve(there.includes(file)),
    ...fields,
  };
}

async function found(lookup: ServerLookup): Promise<string | undefined> {
  return (await findServer(lookup))?.program;
}

const OWN = "/home/u/project/.venv/bin/architect";
const CHOSEN = "/envs/chosen/bin/architect";
const ON_PATH = "/usr/bin/architect";
const PRIVATE = "/storage/0.1.0/bin/architect";
const ALL: Partial<ServerLookup> = {
  chosenEnvironments: () => Promise.resolve(["/envs/chosen"]),
  privateEnvironment: () => Promise.resolve("/storage/0.1.0"),
};

test("the places are looked at in their order", async () => {
  const all = ["/opt/architect", CHOSEN, OWN, ON_PATH, PRIVATE];
  assert.equal(await found(machine(all, { ...ALL, setting: "/opt/architect" })), "/opt/architect");
  assert.equal(await found(machine(all, ALL)), CHOSEN);
  assert.equal(await found(machine([OWN, ON_PATH, PRIVATE], ALL)), OWN);
  assert.equal(await found(machine([ON_PATH, PRIVATE], ALL)), ON_PATH);
  assert.equal(await found(machine([PRIVATE], ALL)), PRIVATE);
  assert.equal(await found(machine([], ALL)), undefined);
});

test("what was refused is passed over, and a setting has no other", async () => {
  const all = machine(["/opt/architect", CHOSEN, OWN, ON_PATH, PRIVATE], ALL);
  const next = async (...excluded: string[]) => (await findServer(all, excluded))?.program;
  assert.equal(await next(CHOSEN), OWN);
  assert.equal(await next(CHOSEN, OWN), ON_PATH);
  assert.equal(await next(CHOSEN, OWN, ON_PATH), PRIVATE);
  assert.equal(await next(CHOSEN, OWN, ON_PATH, PRIVATE), undefined);
  const set = { ...all, setting: "/opt/architect" };
  assert.equal((await findServer(set, [CHOSEN]))?.program, "/opt/architect");
  assert.equal(await findServer(set, ["/opt/architect"]), undefined);
});

test("an environment that is nowhere is no place to look at", async () => {
  const nowhere = { chosenEnvironments: () => Promise.resolve(["", "envs"]) };
  assert.equal(await found(machine(["bin/architect", "envs/bin/architect"], nowhere)), undefined);
});

test("nothing of a workspace that is not trusted is started, or even asked for", async () => {
  let asked = 0;
  const lookup = machine([OWN, CHOSEN, PRIVATE], {
    ...ALL,
    isTrusted: false,
    chosenEnvironments: () => {
      asked += 1;
      return Promise.resolve(["/envs/chosen"]);
    },
  });
  assert.equal(await found(lookup), PRIVATE);
  assert.equal(asked, 0);
});

test("an entry of PATH that leads into the workspace counts only if that is trusted", async () => {
  const path = "/home/u/project/bin:/usr/bin";
  const inside = "/home/u/project/bin/architect";
  assert.equal(await found(machine([inside, ON_PATH], { path })), inside);
  assert.equal(await found(machine([inside, ON_PATH], { path, isTrusted: false })), ON_PATH);
});

test("a folder whose name only begins like the workspace is not inside of it", async () => {
  const path = "/home/u/project-tools/bin";
  const tool = "/home/u/project-tools/bin/architect";
  assert.equal(await found(machine([tool], { path, isTrusted: false })), tool);
});

test("relative entries of PATH are passed over", async () => {
  const lookup = machine(["architect", "./architect", "bin/architect", ON_PATH], { path: ":.:bin:/usr/bin" });
  assert.equal(await findOnPath(lookup, "architect"), ON_PATH);
});

test("the setting may name a program on PATH or in the home folder", async () => {
  assert.equal(await found(machine([ON_PATH], { setting: "architect" })), ON_PATH);
  const home = process.env["HOME"] ?? "";
  assert.equal(await found(machine([`${home}/a/architect`], { setting: "~/a/architect" })), `${home}/a/architect`);
});

test("a setting that names no program is told, and nothing else is started", async () => {
  for (const setting of ["/nowhere/architect", "architect2", "./architect"]) {
    await assert.rejects(
      findServer(machine([ON_PATH, "./architect"], { setting })),
      (error: unknown) =>
        error instanceof ServerError &&
        error.message.includes(`architect.server.path is '${setting}'`) &&
        error.message.includes("Change or clear it"),
    );
  }
});

test("the user's own arguments come behind lsp", async () => {
  const command = await findServer(machine([ON_PATH], { arguments: ["--verbose"] }));
  assert.deepEqual(command?.arguments, ["lsp", "--verbose"]);
});

test("an environment on Windows has its programs elsewhere", () => {
  assert.match(programIn("env", true), /Scripts.architect\.exe$/);
});
