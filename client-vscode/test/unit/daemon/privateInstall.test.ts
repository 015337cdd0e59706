import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test, type TestContext } from "node:test";

import { CancellationSource, NEVER } from "../../../src/daemon/cancellationSource";
import {
  findBundle,
  findInstall,
  install,
  InstallCancelled,
  InstallError,
  type Installation,
  updateFor,
} from "../../../src/daemon/privateInstall";
import type { ProgramResult } from "../../../src/daemon/programs";

const WHEEL = "architect_lsp-0.2.0-py3-none-any.whl";

async function folder(context: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "architect-"));
  context.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

interface Played {
  readonly installation: Installation;
  readonly commands: string[];
  readonly steps: string[];
}

/** An installation whose commands make nothing but the folder of the environment. */
function play(home: string, answer: (command: string) => ProgramResult | undefined = () => undefined): Played {
  const commands: string[] = [];
  const steps: string[] = [];
  const installation: Installation = {
    bundle: { wheel: `/ext/server/${WHEEL}`, version: "0.2.0", requirements: undefined },
    python: "/usr/bin/python3",
    home,
    isWindows: false,
    run: async (program, args) => {
      const command = [program, ...args].join(" ");
      commands.push(command);
      if (args.includes("venv")) {
        await mkdir(args.at(-1) ?? "", { recursive: true });
      }
      return answer(command) ?? { code: 0, output: "" };
    },
    progress: { step: (step) => steps.push(step), line: () => undefined },
    cancellation: NEVER,
  };
  return { installation, commands, steps };
}

test("the wheel that came with the extension is known with its version", async (context) => {
  const server = await folder(context);
  assert.equal(await findBundle(path.join(server, "none")), undefined);
  await writeFile(path.join(server, WHEEL), "");
  const bundle = { wheel: path.join(server, WHEEL), version: "0.2.0", requirements: undefined };
  assert.deepEqual(await findBundle(server), bundle);
  await writeFile(path.join(server, "requirements.txt"), "");
  assert.equal((await findBundle(server))?.requirements, path.join(server, "requirements.txt"));
});

test("an install makes an environment, fills it, tries the program, and is found then", async (context) => {
  const home = await folder(context);
  const { installation, commands, steps } = play(home);
  const environment = await install(installation);
  assert.equal(environment, path.join(home, "0.2.0"));
  const python = `${environment}/bin/python -I -m pip install --disable-pip-version-check --no-input --retries 2`;
  assert.deepEqual(commands, [
    `/usr/bin/python3 -I -m venv ${environment}`,
    `${python} --only-binary :all: /ext/server/${WHEEL}`,
    `${environment}/bin/architect --version`,
  ]);
  assert.equal(steps.length, 3);
  assert.equal(await findInstall(home, "0.2.0"), environment);
});

test("locked dependencies are fetched with their hashes, and nothing beyond them", async (context) => {
  const { installation, commands } = play(await folder(context));
  const bundle = { ...installation.bundle, requirements: "/ext/server/requirements.txt" };
  await install({ ...installation, bundle });
  assert.match(commands[1] ?? "", /--require-hashes --requirement \/ext\/server\/requirements\.txt$/);
  assert.match(commands[2] ?? "", /--no-deps .*\.whl$/);
});

test("what fails is explained, and leaves nothing that would be taken for a server", async (context) => {
  const home = await folder(context);
  const offline = "NewConnectionError: Failed to establish a new connection";
  const { installation } = play(home, (command) =>
    command.includes("pip") ? { code: 1, output: offline } : undefined,
  );
  await assert.rejects(install(installation), (error: unknown) => {
    return error instanceof InstallError && /Unable to reach.* Check your network/.test(error.message);
  });
  assert.equal(await findInstall(home, "0.2.0"), undefined);
  assert.deepEqual(await readdir(home), []);
});

test("an install that fails does not take away the one that works", async (context) => {
  const home = await folder(context);
  const environment = await install(play(home).installation);
  await writeFile(path.join(environment, "kept"), "");
  const failing = play(home, (command) =>
    command.includes("pip") ? { code: 1, output: "No space left on device" } : undefined,
  );
  await assert.rejects(install(failing.installation), /the disk is full/);
  assert.equal(await findInstall(home, "0.2.0"), environment);
  assert.deepEqual((await readdir(environment)).sort(), ["architect-install.json", "kept"]);
  await install(play(home).installation);
  assert.deepEqual(await readdir(home), ["0.2.0"]);
  assert.deepEqual(await readdir(environment), ["architect-install.json"]);
});

test("a cancelled install stops at once and leaves nothing", async (context) => {
  const home = await folder(context);
  const source = new CancellationSource();
  const { installation, commands } = play(home, () => {
    source.cancel();
    return { code: undefined, output: "" };
  });
  const cancelled = install({ ...installation, cancellation: source.token });
  await assert.rejects(cancelled, InstallCancelled);
  assert.equal(commands.length, 1);
  assert.deepEqual(await readdir(home), []);
});

test("two windows do not install at once, but a lock that was left behind does not last", async (context) => {
  const home = await folder(context);
  const lock = path.join(home, ".installing");
  await mkdir(lock);
  const { installation } = play(home);
  await assert.rejects(install(installation), /is being installed in another window/);
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(lock, longAgo, longAgo);
  assert.equal(await install(installation), path.join(home, "0.2.0"));
});

test("a folder in which nothing can be made is told as what it is, not as another window", async () => {
  // Of the files a process has open: it is there, and nobody can put anything into it.
  const { installation, commands } = play("/dev/fd");
  await assert.rejects(install(installation), (error: unknown) => {
    assert.ok(error instanceof InstallError);
    assert.match(error.message, /^Unable to install the server.*\.installing/);
    return true;
  });
  assert.deepEqual(commands, []);
});

test("an environment without its mark is half-made; an earlier whole one is better than none", async (context) => {
  const home = await folder(context);
  for (const version of ["0.0.9", "0.0.10", "0.2.0"]) {
    await mkdir(path.join(home, version));
  }
  assert.equal(await findInstall(home, "0.2.0"), undefined);
  for (const version of ["0.0.9", "0.0.10"]) {
    await writeFile(path.join(home, version, "architect-install.json"), "{}");
  }
  assert.equal(await findInstall(home, "0.2.0"), path.join(home, "0.0.10"));
});

test("an install takes the place of earlier ones", async (context) => {
  const home = await folder(context);
  await mkdir(path.join(home, "0.1.0"));
  await install(play(home).installation);
  assert.deepEqual(await readdir(home), ["0.2.0"]);
});

test("an install of our own that is not what came with the extension has an update", async (context) => {
  const bundled = await folder(context);
  const update = (program: string) => updateFor(program, "/storage/server", bundled);
  assert.equal(await update("/storage/server/0.1.0/bin/architect"), undefined);
  await writeFile(path.join(bundled, WHEEL), "");
  assert.deepEqual(await update("/storage/server/0.1.0/bin/architect"), { installed: "0.1.0", bundled: "0.2.0" });
  assert.equal(await update("/storage/server/0.2.0/bin/architect"), undefined);
  for (const other of ["/usr/bin/architect", "/storage/architect", ""]) {
    assert.equal(await update(other), undefined);
  }
});
