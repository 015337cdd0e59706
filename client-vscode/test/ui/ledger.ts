/** What a recorded model does with the small project that all scenes have open. */

import { call, calls, type Reply } from "../host/model";

const FILE = "ledger/split.py";

function withUsage(text: string, reply: Reply, input: number, output: number): Reply {
  const cached = Math.floor(input / 2);
  return { ...reply, text, usage: { input_tokens: input, output_tokens: output, cached_tokens: cached } };
}

const command = calls(call("run_command", { command: "python3 -m unittest", timeout: 60 }));

const doc = call("edit_file", {
  path: FILE,
  old_str: "    Returns one share for each person, in cents.\n",
  new_str:
    "    Returns one share for each person, in cents. What cannot be split evenly goes to the\n" +
    "    first ones, a cent each, so that no cent is lost.\n",
});

const code = call("edit_file", {
  path: FILE,
  old_str: "    share = total_cents // people\n    return [share] * people\n",
  new_str:
    "    share, left_over = divmod(total_cents, people)\n" +
    "    return [share + 1] * left_over + [share] * (people - left_over)\n",
});

const END = [
  "`split` lost the **remainder** of the division. It now hands the left-over cents to the first",
  "people, one each:\n\n```python\nshare, left_over = divmod(total_cents, people)\n```\n\n",
  "- both hunks are in `ledger/split.py`\n- all tests pass",
].join(" ");

/** Reads, changes two places, runs the tests. */
export const fixes: readonly Reply[] = [
  withUsage("I look at the code and its tests.", calls(
    call("read_file", { path: FILE }),
    call("read_file", { path: "tests/test_split.py" }),
  ), 1890, 64),
  {
    ...withUsage("Integer division drops the remainder. I hand it out.", calls(code), 2310, 96),
    reasoning: "**Where is the cent?**\n\n1000 // 3 is 333, three times that is 999.",
  },
  withUsage("The docstring should say so.", calls(doc), 2840, 71),
  withUsage("Now the tests.", command, 3190, 38),
  withUsage(END, {}, 3420, 68),
];

/** Finds two things to fix. */
export const reviews: readonly Reply[] = [
  calls(call("read_file", { path: FILE })),
  calls(
    call("report_finding", {
      path: FILE,
      line: 11,
      severity: "error",
      title: "The remainder is lost",
      detail: "10.00 among 3 people gives 9.99: integer division drops a cent.",
    }),
    call("report_finding", {
      path: FILE,
      line: 4,
      severity: "warning",
      title: "A negative amount is accepted",
      detail: "A bill below zero is split without complaint; say whether that is meant.",
    }),
  ),
  { text: "Two findings." },
];
