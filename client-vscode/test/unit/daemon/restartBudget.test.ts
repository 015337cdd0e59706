import assert from "node:assert/strict";
import { test } from "node:test";

import { RestartBudget } from "../../../src/daemon/restartBudget";

test("four deaths within three minutes are forgiven, the fifth is not", () => {
  const budget = new RestartBudget(() => 0);
  const spent = Array.from({ length: 5 }, () => budget.spend());
  assert.deepEqual(spent, [1, 2, 3, 4, undefined]);
});

test("what was more than three minutes ago does not count", () => {
  let now = 0;
  const budget = new RestartBudget(() => now);
  for (const at of [0, 1, 2, 3]) {
    now = at * 1_000;
    budget.spend();
  }
  now = 3 * 60 * 1_000 + 1_500;
  assert.equal(budget.spend(), 3);
});

test("somebody who asks for a restart begins anew", () => {
  const budget = new RestartBudget(() => 0);
  for (let count = 0; count < 5; count += 1) {
    budget.spend();
  }
  budget.reset();
  assert.equal(budget.spend(), 1);
});
