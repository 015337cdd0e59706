import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiKeys, isKeyVariable, keyProblem, SECRET, type Secrets } from "../../../src/setup/apiKeys";

class Vault implements Secrets {
  readonly kept = new Map<string, string>();

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.kept.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.kept.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.kept.delete(key);
    return Promise.resolve();
  }
}

test("keys are stored by variable, replaced, and deleted", async () => {
  const vault = new Vault();
  const keys = new ApiKeys(vault);
  await keys.set("OPENAI_API_KEY", "sk-1");
  await keys.set("ANTHROPIC_API_KEY", "sk-2");
  await keys.set("OPENAI_API_KEY", "sk-3");
  assert.deepEqual(await keys.all(), { OPENAI_API_KEY: "sk-3", ANTHROPIC_API_KEY: "sk-2" });
  await keys.set("OPENAI_API_KEY", "");
  await keys.set("ANTHROPIC_API_KEY", "");
  assert.deepEqual([await keys.all(), vault.kept.size], [{}, 0]);
});

test("what is in the storage and no key does not get into the server's environment", async () => {
  const vault = new Vault();
  for (const odd of ["no json", "null", "[1]", '{"PATH": "/evil", "LD_PRELOAD": "x", "A_API_KEY": 7}']) {
    vault.kept.set(SECRET, odd);
    assert.deepEqual(await new ApiKeys(vault).all(), {});
  }
});

test("only names of keys are names of keys", () => {
  assert.deepEqual(
    ["OPENAI_API_KEY", "HF_TOKEN", "X_KEY", "PATH", "LD_PRELOAD", "openai_api_key", "A=B_KEY", ""].map(isKeyVariable),
    [true, true, true, false, false, false, false, false],
  );
});

test("a key with something in it that keys do not have was not copied right", () => {
  assert.equal(keyProblem(" sk-abc_123\n"), undefined);
  assert.match(keyProblem("sk abc") ?? "", /contains? no spaces|cannot contain spaces/);
  assert.match(keyProblem("sk-äbc") ?? "", /ASCII/);
  assert.match(keyProblem("  ") ?? "", /Enter an API key/);
});
