/* global document, navigator, getComputedStyle, fetch, window, MutationObserver -- of the page, in which parts of this run */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import {
  CODE,
  requested,
  changed,
  delta,
  done,
  ended,
  event,
  everything,
  replied,
  started,
  state,
  waiting,
} from "./events.mjs";
import { LOOKED_AT, RUNS, THEMES, browserWithPanels, playInPanel } from "./panel.mjs";

let browser;

before(async () => {
  browser = await browserWithPanels();
});

after(() => browser.close());

function inPanel(name, scene, options = {}) {
  test(name, { timeout: 120_000 }, () => playInPanel(browser, scene, options));
}

const NO_CHOICES = { model: "", mode: "", agent: "", reasoning: "" };

/** What the input sends. */
function submitted(prompt, more = {}) {
  return { type: "submit", prompt, interrupt: false, attachments: [], choices: NO_CHOICES, replaces: "", ...more };
}

// --- Accessibility

const OUTCOMES = ["completed", "failed", "limit", "blocked", "interrupted", "cancelled"];

/** So high that nothing is left out because it is out of sight. */
const HIGH = { viewport: { width: 700, height: 6000 } };

for (const theme of LOOKED_AT) {
  inPanel(
    `axe finds nothing in a run that goes on (${theme})`,
    async (panel) => {
      await panel.show(everything(), { budgetUsd: 1 });
      // From the last one: those that are open count no more.
      for (const summary of (await panel.page.locator("details:not([open]) > summary").all()).reverse()) {
        await summary.click();
      }
      assert.deepEqual(await panel.axe(), []);
    },
    { theme, ...HIGH },
  );

  inPanel(
    `axe finds nothing when a run has ended, however it did (${theme})`,
    async (panel) => {
      for (const outcome of OUTCOMES) {
        await panel.show([...everything(), done(outcome, { error: "the model is away" })]);
        await panel.post({ type: "notification", tone: "bad", text: "The server does not answer." });
        assert.deepEqual(await panel.axe(), []);
      }
    },
    { theme, ...HIGH },
  );
}

inPanel("axe finds nothing in an empty panel", async (panel) => {
  assert.deepEqual(await panel.axe(), []);
});

inPanel("everything can be reached by the keyboard, and the focus is seen", async (panel, page) => {
  await panel.show(everything());
  const reached = new Set();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const at = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const name = at.tagName === "SUMMARY" ? "a call" : at.id || at.textContent;
      return { name: at === document.body ? "" : name, isSeen: outlineStyle !== "none" && outlineWidth !== "0px" };
    });
    if (stop.name !== "") {
      assert.ok(stop.isSeen, `the focus on ${stop.name} is not seen`);
      reached.add(stop.name.replace(/-\d+$/, ""));
    }
  }
  for (const name of ["Stop", "Show Changes", "a call", "Allow Once", "Deny", "note", "offer", "prompt", "Send", "add.py"]) {
    assert.ok(reached.has(name), `${name} is not among ${[...reached].join(", ")}`);
  }
}, HIGH);

inPanel("what the model thinks is closed, opens by a key and fills while it goes on", async (panel, page) => {
  await panel.show([started(), state("running")]);
  await panel.more(event("model.reasoning", { text: "First I " }));
  const thought = page.locator(".reasoning");
  assert.equal(await thought.locator("summary").textContent(), "Thinking…");
  assert.equal(await page.getByText("First I").isVisible(), false);
  await thought.locator("summary").focus();
  await page.keyboard.press("Enter");
  await panel.more(event("model.reasoning", { text: "look." }));
  await page.getByText("First I look.").waitFor();
  const usage = { inputTokens: 1000, cachedTokens: 829, outputTokens: 34 };
  await panel.more(event("model.requested", { contextPercent: 12 }), delta("It "));
  await panel.more({ ...replied("It is well."), usage, reasoning: "First I look.", reasoningS: 12.4 });
  assert.match(await page.locator("header .facts").textContent(), /1\.0k tokens, 82 % cached · context 12 %/);
  assert.equal(await thought.locator("summary").textContent(), "Thought for 12 s");
  assert.equal(await page.getByText("First I look.").isVisible(), true);
  assert.equal(await page.locator(".reply").textContent(), "It is well.");
});

inPanel("sentences are announced to screen readers, not tokens", async (panel, page) => {
  await panel.show([started(), replied("Long ago."), state("running")]);
  await page.evaluate(() => {
    const live = document.querySelector('body > [aria-live="polite"]');
    window.heard = [];
    new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
  });
  for (const word of "I look at the file now .".split(" ")) {
    await panel.more(delta(`${word} `));
  }
  await panel.more(replied("I look at the file now."));
  await page.waitForFunction(() => window.heard.length > 0);
  assert.deepEqual(await page.evaluate(() => window.heard), ["I look at the file now."]);
  await panel.more(...requested("c", "run_command", { command: "make" }), ended("c", "no", false));
  await panel.more(waiting("Architect: run make\nsure?"), done("failed"));
  await page.waitForFunction(() => window.heard.length > 1);
  assert.match((await page.evaluate(() => window.heard)).at(-1), /run_command make failed.*Failed/);
});

inPanel(
  "nothing moves for those who do not want it",
  async (panel, page) => {
    await panel.show([started(), ...requested("c", "run_command", { command: "make" })]);
    const names = await page.evaluate(() =>
      [...document.querySelectorAll("*")].map((each) => getComputedStyle(each, "::before").animationName + getComputedStyle(each).animationName),
    );
    assert.ok(names.every((name) => name === "nonenone"), names.join());
  },
  { reducedMotion: "reduce" },
);

// --- Text is text

const HOSTILE = [
  "<script>window.owned = 1</script>",
  '<img src="http://evil.test/x" onerror="window.owned = 1">',
  "[click](command:workbench.action.quit) [two](javascript:window.owned=1) <a href='command:x'>y</a>",
  '![picture](http://evil.test/pixel.png) <style>*{display:none}</style><iframe src="http://evil.test"></iframe>',
  "abc \u202e gnp.exe \u200b\u001b[31m \u{e0041}",
].join("\n\n");

inPanel("nothing of a hostile model or file is more than text", async (panel, page) => {
  await panel.show([
    started(HOSTILE),
    replied(`${HOSTILE}\n\n\`\`\`html\n${HOSTILE}\n\`\`\`\n\n# ${HOSTILE}\n\n- ${HOSTILE}`),
    ...requested("c", HOSTILE, { path: HOSTILE }, HOSTILE),
    changed("c", `${HOSTILE}.html`, `@@ -1 +1 @@\n-${HOSTILE}\n+${HOSTILE}`),
    ended("c", HOSTILE, false),
    event("finding.reported", { finding: { path: HOSTILE, line: 1, severity: HOSTILE, title: HOSTILE, detail: HOSTILE, suggestion: HOSTILE } }),
    event("hook.ran", { name: HOSTILE, outcome: "failed", problem: HOSTILE, output: HOSTILE }),
    event("gate.ran", { name: HOSTILE, command: HOSTILE, passed: false, output: HOSTILE }),
    waiting(HOSTILE, { offers: [HOSTILE] }),
    done("failed", { error: HOSTILE }),
  ]);
  await page.locator(".markdown .token-type").first().waitFor();
  const found = await page.evaluate(() => ({
    owned: window.owned,
    elements: [...document.querySelectorAll("head style, body :is(script, img, iframe, style, a, object, svg, [onerror], [onclick], [style], [href], [src])")]
      // Sizes of what is out of sight are our own.
      .filter((each) => !/^contain-intrinsic-size: auto \d+px;$/.test(each.getAttribute("style") ?? ""))
      .map((each) => each.outerHTML)
      .filter((html) => !html.startsWith('<script type="module" nonce=')),
    // eslint-disable-next-line no-control-regex -- it is looked for
    hidden: /[\u202e\u200b\u001b]|\u{e0041}/u.test(document.body.textContent),
    shown: document.body.textContent.includes("<script>window.owned = 1</script>"),
    targets: document.body.textContent.includes("command:workbench.action.quit"),
  }));
  assert.deepEqual(found, { owned: undefined, elements: [], hidden: false, shown: true, targets: true });
  assert.deepEqual(await panel.sent("open"), []);
});

test("the policy stops what would be put into the page all the same", { timeout: 120_000 }, async () => {
  const panel = await browser.open();
  try {
    await panel.show([started()]);
    await panel.page.evaluate(async () => {
      const box = document.createElement("div");
      box.innerHTML = '<img src="http://evil.test/x" onerror="window.owned = 1"><p style="color: red" onclick="window.owned = 2">x</p><iframe src="http://evil.test"></iframe>';
      document.body.append(box);
      const script = document.createElement("script");
      script.textContent = "window.owned = 3";
      document.body.append(script);
      const other = document.createElement("script");
      other.src = "http://panel.test/main.js";
      document.body.append(other);
      box.querySelector("p").click();
      await fetch("http://evil.test/").catch(() => undefined);
      const sheet = document.createElement("style");
      sheet.textContent = "body { display: none }";
      document.body.append(sheet);
    });
    await panel.page.waitForFunction(() => window.violations.includes("connect-src"));
    const found = await panel.page.evaluate(() => ({
      owned: window.owned,
      display: getComputedStyle(document.body).display,
      violations: [...new Set(window.violations)].sort(),
    }));
    assert.equal(found.owned, undefined);
    assert.equal(found.display, "flex");
    for (const directive of ["connect-src", "frame-src", "img-src", "script-src-attr", "script-src-elem", "style-src-attr", "style-src-elem"]) {
      assert.ok(found.violations.includes(directive), `${directive} is not among ${found.violations}`);
    }
    assert.deepEqual(panel.requests, []);
  } finally {
    await panel.close();
  }
});

inPanel("messages of no known kind are not heard", async (panel, page) => {
  await panel.post(null, 1, "events", { type: "html", html: "<b>x</b>" }, { type: "events", events: [null, 1, {}] }, { type: "events" });
  assert.equal(await page.locator(".block").count(), 0);
});

// --- What is shown

for (const [name, events] of Object.entries(RUNS)) {
  inPanel(`the run "${name}" of a real server is shown`, async (panel, page) => {
    await panel.show(events);
    const tone = await page.locator(".outcome").getAttribute("data-tone");
    assert.equal(tone === "good", ["completed", "gate", "planned"].includes(name));
    assert.equal(await page.locator(".task-text").textContent(), "Fix the addition.");
  });
}

inPanel("only what is done is green", async (panel, page) => {
  const good = THEMES.dark.variables["--vscode-charts-green"];
  for (const outcome of OUTCOMES) {
    await panel.show([started(), done(outcome)]);
    const colours = await page.evaluate(() => {
      const colour = (selector, pseudo, name) => getComputedStyle(document.querySelector(selector), pseudo)[name];
      return [colour(".state", "::before", "backgroundColor"), colour(".outcome", null, "borderLeftColor"), colour(".outcome .mark", "::before", "color")];
    });
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(good.slice(at, at + 2), 16));
    const isGreen = colours.map((colour) => colour === `rgb(${red}, ${green}, ${blue})`);
    assert.deepEqual(isGreen, Array(3).fill(outcome === "completed"), outcome);
  }
});

inPanel("lines of a diff have their signs and colours", async (panel, page) => {
  await panel.show([started(), ...requested("c", "edit_file", {}, "add.py"), changed("c", "add.py", CODE), ended("c", "edited")]);
  assert.deepEqual(await page.locator(".line.added .sign").allTextContents(), ["+", "+"]);
  assert.deepEqual(await page.locator(".line.removed .sign").allTextContents(), ["-", "-"]);
  await page.locator(".token-keyword").first().waitFor();
  assert.deepEqual(await page.locator(".line.added .token-keyword").allTextContents(), ["def", "return"]);
  await page.getByRole("button", { name: "add.py" }).click();
  assert.deepEqual(await panel.sent("open"), [{ type: "open", runId: "s.1", path: "add.py", line: 2 }]);
});

inPanel("code is plain until the highlighter is loaded, and nothing moves then", async (panel, page) => {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/highlighter.js", async (route) => {
    await released;
    await route.fallback();
  });
  const shape = () =>
    page
      .locator(".block")
      .evaluateAll((all) => all.map((each) => [each.textContent, each.getBoundingClientRect().top]));
  await panel.show([
    started(),
    replied("```ts\nconst a = 1;\n```\n\nAfter it."),
    ...requested("c", "edit_file", {}, "add.py"),
    changed("c", "add.py", CODE),
    ended("c", "edited"),
    delta("```ts\nconst b"),
  ]);
  await panel.more(delta(" = 2;\n```\n\nThe end."));
  const before = await shape();
  assert.equal(await page.locator('[class^="token-"]').count(), 0);
  release();
  await page.locator(".reply .token-keyword").nth(1).waitFor();
  await page.locator(".diff .token-keyword").first().waitFor();
  assert.deepEqual(await shape(), before);
  await panel.more(delta(" And\n\n```ts\nconst c = 3;\n```"));
  assert.equal(await page.locator(".reply .token-keyword").count(), 3);
});

inPanel("a long result is short until all of it is asked for", async (panel, page) => {
  const text = Array.from({ length: 500 }, (_, at) => `line ${at}`).join("\n");
  await panel.show([started(), ...requested("c", "read_file", { path: "a" }, "a"), ended("c", text)]);
  await page.locator("summary").click();
  assert.equal((await page.locator(".call pre.output").textContent()).split("\n").length, 20);
  await page.getByRole("button", { name: "Show all 500 lines" }).press("Enter");
  // All of it is there some frames later.
  await page.locator(".call pre.output", { hasText: "line 499" }).waitFor();
  assert.equal(await page.locator(".call pre.output").textContent(), text);
});

inPanel("ten thousand lines can be read to the last one, empty lines and very long ones included", async (panel, page) => {
  const lines = Array.from({ length: 10_000 }, (_, at) => (at % 250 === 249 ? "" : `line ${at}`));
  const text = [...lines, "x".repeat(120_000), "the end"].join("\n");
  await panel.show([started(), ...requested("c", "run_command", { command: "make" }, "make"), ended("c", text, false)]);
  await page.getByRole("button", { name: "Show all 10002 lines" }).click();
  const output = page.locator(".call pre.output").last();
  // The head of the call has its last line, too.
  await page.waitForFunction(() => [...document.querySelectorAll(".slice")].at(-1)?.textContent.endsWith("the end"));
  assert.equal(await output.textContent(), text);
  const end = output.locator(".slice").last();
  await end.scrollIntoViewIfNeeded();
  assert.match(await end.innerText(), /the end$/);
  // No line is lost between two slices.
  const rows = await output.evaluate((pre) => {
    const lineHeight = Number.parseFloat(getComputedStyle(pre).lineHeight);
    return [...pre.querySelectorAll(".slice")].slice(0, 2).map((slice) => {
      slice.style.contentVisibility = "visible";
      return Math.round(slice.getBoundingClientRect().height / lineHeight);
    });
  });
  assert.deepEqual(rows, [250, 250]);
});

inPanel("output of a command streams, and is bounded", async (panel, page) => {
  await panel.show([started(), ...requested("c", "run_command", { command: "yes" }, "yes")]);
  for (let count = 0; count < 20; count += 1) {
    await panel.more(...Array.from({ length: 100 }, () => event("tool.output", { callId: "c", stream: "stdout", text: `${"y".repeat(80)}\n` })));
  }
  const shown = await page.locator("pre.output.running").textContent();
  assert.ok(shown.length > 10_000 && shown.length < 100_000, `${shown.length}`);
  assert.match(await page.locator(".call .card-body").textContent(), /earlier characters? not shown/);
});

inPanel("a progress bar stays one line", async (panel, page) => {
  await panel.show([started(), ...requested("c", "run_command", { command: "get" }, "get")]);
  for (const text of ["get\n10%", "\r20%\r", "30%\r", "100%\nok\n"]) {
    await panel.more(event("tool.output", { callId: "c", stream: "stdout", text }));
  }
  assert.equal(await page.locator("pre.output.running").textContent(), "get\n100%\nok\n");
});

inPanel("a card that the user opened or closed stays so", async (panel, page) => {
  const call = requested("c", "edit_file", {}, "add.py");
  await panel.show([started(), ...call, changed("c", "add.py", CODE)]);
  const card = page.locator("details");
  assert.equal(await card.evaluate((each) => each.open), true);
  await card.locator("summary").click();
  await panel.more(changed("c", "b.py", CODE), ended("c", "edited"));
  assert.equal(await card.evaluate((each) => each.open), false);
  await card.locator("summary").click();
  await panel.more(replied("next"));
  assert.equal(await page.locator(".change").count(), 2);
});

inPanel("cost, budget, steps and files stand above", async (panel, page) => {
  await panel.show(everything(), { budgetUsd: 2.5 });
  assert.equal(await page.locator(".state").textContent(), "Waiting for confirmation");
  assert.equal(
    await page.locator(".facts").textContent(),
    "step 1 of 50 · $0.0123 of $2.50 · 1 file · 1 denied · 1.2k tokens",
  );
});

for (const width of [380, 260]) {
  inPanel(
    `in a narrow chat what stands above takes two lines, and all of it is a press away (${width} px)`,
    async (panel, page) => {
      await panel.show([...everything().slice(0, -1), done()], { budgetUsd: 2.5 });
      await panel.post({ type: "changes", changes: { runId: "s.1", hunks: 1, conflicts: 0 } });
      const shown = page.locator(".bar :is(.state, .lines, .more, button):visible");
      const rows = () => shown.evaluateAll((all) => {
        const middles = all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
        return middles.sort((one, two) => one - two).filter((each, at) => at === 0 || each - middles[at - 1] > 8).length;
      });
      assert.equal(await rows(), 2);
      assert.equal(await page.locator(".bar").evaluate((bar) => bar.scrollWidth <= bar.clientWidth), true);
      assert.deepEqual(await panel.axe(), []);
      const more = page.getByRole("button", { name: "Details of the run" });
      await more.press("Enter");
      assert.equal(await more.getAttribute("aria-expanded"), "true");
      const isWhole = (each) => each.scrollWidth <= each.clientWidth;
      assert.equal(await page.locator(".bar .facts").evaluate(isWhole), true);
      assert.deepEqual(await panel.axe(), []);
    },
    { viewport: { width, height: 800 } },
  );
}

for (const width of [380, 145]) {
  inPanel(
    `in a narrow chat buttons are whole, and none lies on code (${width} px)`,
    async (panel, page) => {
      const code = "share, left_over = divmod(total_cents, people)";
      await panel.show([started(), changed("c", "add.py", CODE), replied(`\`\`\`py\n${code}\n\`\`\``), done()]);
      await panel.post({ type: "changes", changes: { runId: "s.1", hunks: 1, conflicts: 0 } });
      const cut = await page.locator(".bar button:visible").evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      );
      assert.deepEqual(cut, []);
      const height = await page.locator(".outcome strong").evaluate((each) => each.offsetHeight);
      assert.ok(height < 30, `the word for the ending is ${height} px high`);
      const covered = await page.locator(".code-block").evaluate((block) => {
        const text = document.createRange();
        text.selectNodeContents(block.querySelector("code"));
        const lies = (on, box) => on.left < box.right && box.left < on.right && on.top < box.bottom && box.top < on.bottom;
        const buttons = [...block.querySelectorAll("button")].map((each) => each.getBoundingClientRect());
        return [...text.getClientRects()].filter((line) => buttons.some((button) => lies(line, button))).length;
      });
      assert.equal(covered, 0);
    },
    { viewport: { width, height: 800 } },
  );
}

// --- What the user does

inPanel("the buttons of a run ask for what they say", async (panel, page) => {
  const edit = [...requested("c", "edit_file", {}, "a"), changed("c", "a", CODE), ended("c", "")];
  await panel.show([started(), ...edit]);
  assert.equal(await page.getByRole("button", { name: "Undo Run..." }).isVisible(), false);
  await page.getByRole("button", { name: "Stop the run" }).click();
  await panel.more(done());
  assert.equal(await page.getByRole("button", { name: "Stop the run" }).isVisible(), false);
  await panel.post({ type: "changes", changes: { runId: "s.1", hunks: 1, conflicts: 0 } });
  await page.getByRole("button", { name: "Undo Run..." }).click();
  await page.getByRole("button", { name: "Keep All" }).click();
  await page.getByRole("button", { name: "Show Changes" }).click();
  const sent = await page.evaluate(() => window.sent);
  assert.deepEqual(sent, [
    { type: "ready", sessionId: "", at: 0, held: [] },
    { type: "cancel", runId: "s.1" },
    { type: "undo", runId: "s.1" },
    { type: "keep", runId: "s.1" },
    { type: "diff", runId: "s.1" },
  ]);
});

inPanel("behind a run without changes the buttons are about those of the run before, and proposals are called so", async (panel, page) => {
  const edit = [...requested("c", "edit_file", {}, "a"), changed("c", "a", CODE), ended("c", "")];
  const next = (...events) => events.map((each) => ({ ...each, runId: "s.2" }));
  const buttons = page.locator(".bar .buttons button:visible");
  await panel.show([started(), ...edit, done(), ...next(started("Is it done?"), replied("Yes."), done())]);
  await panel.post({ type: "changes", changes: { runId: "s.2", hunks: 1, conflicts: 0 } });
  assert.deepEqual(await buttons.allTextContents(), ["Show Changes", "Keep All", "Undo Run..."]);
  await page.getByRole("button", { name: "Undo Run..." }).click();
  await page.getByRole("button", { name: "Show Changes" }).click();
  assert.deepEqual(await panel.sent("undo"), [{ type: "undo", runId: "s.1" }]);
  assert.deepEqual(await panel.sent("diff"), [{ type: "diff", runId: "s.1" }]);
  await panel.post({ type: "changes", changes: { runId: "s.2", hunks: 1, conflicts: 0, areProposed: true } });
  assert.deepEqual(await buttons.allTextContents(), ["Show Changes", "Accept All", "Discard Proposals..."]);

  await panel.more(...next(...edit, done()));
  await panel.post({ type: "changes", changes: { runId: "s.2", hunks: 2, conflicts: 0 } });
  assert.deepEqual(await buttons.allTextContents(), ["Show Changes", "Keep All", "Undo All..."]);
});

inPanel("a decision about changes is a line, and the buttons stay those of the run", async (panel, page) => {
  const edit = [...requested("c", "edit_file", {}, "a"), changed("c", "a", CODE), ended("c", "")];
  const undo = (task, undoes = null) => [
    event("run.started", { task, agent: "undo", undoes }, "s.2"),
    event("file.changed", { callId: "undo-1", path: "a", kind: "modified", diff: CODE }, "s.2"),
    event("changes.rejected", { ofRun: "s.1", paths: ["a"], hunks: ["h"], note: "" }, "s.2"),
    event("run.finished", { status: "success", stopReason: "llm_done", output: "restored a" }, "s.2"),
  ];
  await panel.show([started(), ...edit, done(), ...undo("undo hunks of s.1")]);
  assert.deepEqual(await page.locator(".task-text").allTextContents(), ["Fix the addition."]);
  assert.equal(await page.locator(".decision").textContent(), "You undid 1 change in a");
  assert.equal(await page.getByText("restored").count(), 0);
  await page.getByRole("button", { name: "Undo Run..." }).click();
  assert.deepEqual(await panel.sent("undo"), [{ type: "undo", runId: "s.1" }]);
  await panel.post({ type: "changes", changes: { runId: "s.1", hunks: 0, conflicts: 0 } });
  assert.equal(await page.getByRole("button", { name: "Undo Run..." }).isVisible(), false);
  await panel.show([started(), ...edit, done(), ...undo("undo s.1", "s.1")]);
  assert.equal(await page.getByRole("button", { name: "Undo Run..." }).isVisible(), false);
});

inPanel("the seconds until a request is sent again are counted down, and afterwards told", async (panel, page) => {
  const failed = { attempt: 1, delayS: 40, reason: "the provider answered 429: slow down", ts: new Date().toISOString() };
  await panel.show([started(), event("model.retried", failed)]);
  const shown = page.getByText("attempt 2 in");
  const first = await shown.textContent();
  assert.match(first, /^The request failed; attempt 2 in (40|39|3\d) s\.$/);
  await page.waitForFunction((text) => !document.body.innerText.includes(text), first);
  await shown.waitFor();
  await panel.more(delta("here"));
  await page.getByText("The request failed; attempt 2 followed after 40 s.").waitFor();
});

inPanel("a task shows the selection it is about, which can be opened", async (panel, page) => {
  const opening = "Fix the addition.\n\n<selection from='src/a.py, lines 3-4'>\nx\n</selection>";
  await panel.show([{ ...started(), opening }]);
  await page.getByRole("button", { name: "src/a.py, lines 3-4" }).click();
  assert.deepEqual(await panel.sent("open"), [{ type: "open", runId: "s.1", path: "src/a.py", line: 3 }]);
});

inPanel("a question says each thing once, in the words it has everywhere", async (panel, page) => {
  const heading = page.getByRole("region").getByRole("heading");
  const offers = ["run_command, exactly: rm -r build"];
  for (const rest of ["deletes", "deletes\n(in web)", "deletes\n\nrm -r build", "deletes\n\nrm -r build\n(in web)"]) {
    await panel.show([started(), waiting(`Architect: Run \`rm -r build\`?\n${rest}`, { offers })]);
    assert.equal(await heading.innerText(), `Run \`rm -r build\`?${rest.includes("(in web)") ? " (in web)" : ""}`);
    assert.equal((await page.locator(".question").innerText()).split("rm -r build").length, 2);
  }
  await page.getByText("“Always” applies to exactly this command.").waitFor();
  await panel.show([started(), waiting("Architect: Run `rm -r bu...`?\ndeletes\n\nrm -r build\n(in web)")]);
  assert.equal(await heading.innerText(), "Run this command?");
  assert.equal(await page.locator(".question pre").innerText(), "rm -r build\n(in web)");
  await panel.show([started(), waiting("Architect: Edit a.py (+1 -1)?\nedits are asked about", { kind: "edit" })]);
  assert.equal(await heading.innerText(), "Edit a.py (+1 -1)?");
});

inPanel("a question is answered once, with what was chosen and written", async (panel, page) => {
  await panel.show([started(), waiting("Architect: run make\nit is not known\n\nmake")]);
  const question = page.getByRole("region", { name: "Run this command?" });
  await question.getByLabel("Reason for denying").fill("use the other one");
  await panel.more(delta("something else happens meanwhile"));
  await question.getByLabel("“Always” applies to").selectOption({ index: 1 });
  await question.getByRole("button", { name: "Deny" }).click();
  assert.equal(await question.getByRole("button", { name: "Allow Once" }).isDisabled(), true);
  assert.deepEqual(await panel.sent("answer"), [
    { type: "answer", runId: "s.1", requestId: "s.1-1", choice: "deny", note: "use the other one", offer: 1 },
  ]);
  await panel.more(state("running"));
  assert.equal(await page.getByRole("button", { name: "Deny" }).count(), 0);
  assert.equal(await question.isVisible(), false);
});

inPanel("places in files are opened, and answers, code and commands copied", async (panel, page) => {
  await page.evaluate(() => {
    window.copied = [];
    const writeText = (text) => Promise.resolve(void window.copied.push(text));
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  const answer = "See `src/a.py:33` and ./b/c.ts:4:2, not http://host.org:80 or 12:30. This is all there is to say about it, and it is said.\n\n```sh\nmake install\n```";
  const traceback = 'Traceback:\n  File "/p/src/d.py", line 7, in f\n';
  await panel.show([
    started(),
    ...requested("c1", "run_command", { command: "make check" }),
    ended("c1", traceback, false),
    replied(answer),
    done("completed"),
  ]);
  const links = page.locator(".file-link");
  const names = ['File "/p/src/d.py", line 7', "src/a.py:33", "./b/c.ts:4:2", "http://host.org:80"];
  assert.deepEqual(await links.allTextContents(), names);
  for (const link of await links.all()) await link.click();
  assert.deepEqual(
    (await panel.sent("open")).map(({ path, line }) => [path, line]),
    [
      ["/p/src/d.py", 7],
      ["src/a.py", 33],
      ["./b/c.ts", 4],
    ],
  );
  for (const what of ["command", "result", "code", "answer"]) {
    await page.getByRole("button", { name: `Copy ${what}` }).click();
  }
  const copied = await page.evaluate(() => window.copied);
  assert.deepEqual(copied, ["make check", traceback, "make install", answer]);
  assert.equal(await page.getByRole("button", { name: "Copied" }).count(), 4);
});

inPanel("only the choices there are can be chosen", async (panel, page) => {
  await panel.show([started(), waiting("Architect: x", { options: ["once", "deny"], offers: [] })]);
  assert.deepEqual(await page.locator(".answers button").allTextContents(), ["Allow Once", "Deny"]);
});

inPanel("Enter sends, Shift+Enter makes a line", async (panel, page) => {
  await panel.show([started(), done()]);
  const field = page.getByLabel("Message to the agent");
  await field.press("Enter");
  await field.pressSequentially("now");
  await field.press("Shift+Enter");
  await field.pressSequentially("test it");
  assert.equal((await panel.kept()).draft, "now\ntest it");
  await field.press("Enter");
  assert.deepEqual(await panel.sent("submit"), [submitted("now\ntest it")]);
  assert.equal(await field.inputValue(), "");
});

inPanel("while a run works it is told what is sent, and its queue is shown", async (panel, page) => {
  await panel.show([started()]);
  const field = page.getByLabel("Message to the agent");
  const why = await field.getAttribute("aria-describedby");
  assert.match(await page.locator(`#${why}`).textContent(), /Ctrl\+Enter to interrupt/);
  await field.fill("and the tests");
  await field.press("Enter");
  await field.fill("stop that");
  await field.press("Control+Enter");
  assert.deepEqual(await panel.sent("submit"), [submitted("and the tests"), submitted("stop that", { interrupt: true })]);
  const queued = [{ messageId: "m1", text: "and the <b>tests</b>", stage: "heard" }];
  await panel.post({ type: "state", state: { sessionId: "s", isConnected: true, queued } });
  const rows = page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
  assert.equal(await rows.locator(".queued-text").textContent(), "Queued: and the <b>tests</b>");
  await rows.getByRole("button", { name: "Edit" }).click();
  await rows.getByRole("button", { name: "Send Now" }).click();
  assert.deepEqual(await panel.sent("withdraw"), [{ type: "withdraw", runId: "s.1", messageId: "m1" }]);
  await panel.post({ type: "state", state: { sessionId: "s", isConnected: true, queued: [{ ...queued[0], stage: "unsent" }] } });
  await rows.getByText("Not sent: and the <b>tests</b>").waitFor();
  await rows.getByRole("button", { name: "Send", exact: true }).click();
  await rows.getByRole("button", { name: "Remove" }).click();
  const asked = { runId: "s.1", messageId: "m1" };
  assert.deepEqual(await panel.sent("hurry"), [{ type: "hurry", ...asked }, { type: "hurry", ...asked }]);
  assert.deepEqual(await panel.sent("discard"), [{ type: "discard", ...asked }]);
  const said = { type: "user.said", messageId: "m1", text: "and the <b>tests</b>", told: "..." };
  await panel.more(event(said.type, said));
  assert.equal(await page.getByLabel("Your message").locator(".task-text").textContent(), said.text);
});

inPanel("what nothing can be sent for is said", async (panel, page) => {
  await panel.show([started(), done()]);
  const field = page.getByLabel("Message to the agent");
  const why = await field.getAttribute("aria-describedby");
  await panel.post({ type: "state", state: { sessionId: "s", isConnected: true, blockedReason: "This folder is not trusted." } });
  assert.equal(await page.locator(`#${why}`).textContent(), "This folder is not trusted.");
  await field.fill("go on");
  await field.press("Enter");
  assert.equal(await field.inputValue(), "go on");
  assert.deepEqual(await panel.sent("submit"), []);
});

inPanel("a task that was not taken comes back", async (panel, page) => {
  await panel.show([started(), done()]);
  const field = page.getByLabel("Message to the agent");
  await field.fill("go on");
  await field.press("Enter");
  await panel.post({ type: "notification", tone: "bad", text: "Too many runs wait." }, { type: "promptRejected", prompt: "go on" });
  assert.equal(await field.inputValue(), "go on");
  assert.equal(await page.getByText("Too many runs wait.").isVisible(), true);
});

inPanel(
  "what was written is there again in a new page",
  async (panel, page) => {
    assert.equal(await page.getByLabel("Message to the agent").inputValue(), "half a tho");
    await panel.show([started()]);
    const { runId, draft, attachments } = await panel.kept();
    assert.deepEqual({ runId, draft, names: attachments.map(({ name }) => name) }, { runId: "s.1", draft: "half a tho", names: ["a.py"] });
    assert.equal(await page.locator(".chip-name").textContent(), "a.py");
  },
  { kept: { runId: "s.1", draft: "half a tho", attachments: [{ kind: "file", name: "a.py" }] } },
);

inPanel("a server that is gone is not called running", async (panel, page) => {
  await panel.show([started()], { isConnected: false });
  assert.match(await page.locator(".state").textContent(), /Server disconnected/);
  await panel.post({ type: "runs", runs: [{ runId: "s.1", state: "done", position: 0, outcome: "interrupted" }] });
  assert.equal(await page.locator(".state").textContent(), "Interrupted");
});

inPanel("the runs of a session stand one after the other", async (panel, page) => {
  await panel.show([started("one"), done(), started("two", "s.2")]);
  assert.deepEqual(await page.locator(".task-text").allTextContents(), ["one", "two"]);
  assert.equal(await page.locator(".state").textContent(), "Running");
});

// --- Much of it

inPanel("ten thousand events make a page of bounded size, from which the earlier can be had", async (panel, page) => {
  const steps = Array.from({ length: 2_500 }, (_, at) => [
    ...requested(`c${at}`, "grep", { pattern: `p${at}` }, `p${at}`),
    ended(`c${at}`, "found"),
    replied(`Reply ${at}`),
  ]).flat();
  await panel.show([started(), ...steps]);
  const blocks = page.locator(".block");
  assert.ok((await blocks.count()) < 400);
  assert.equal(await page.locator(".reply").last().textContent(), "Reply 2499");
  const earlier = page.getByRole("button", { name: /^Show \d+ earlier/ });
  const count = await blocks.count();
  // By the keyboard: who scrolls there has them before the button is in sight.
  await earlier.press("Enter");
  await page.waitForFunction((most) => document.querySelectorAll(".block").length >= most, count + 300);
  assert.equal(await page.locator(".reply").last().textContent(), "Reply 2499");
});

inPanel("who scrolls up gets to the first block, and what is read stays where it is", async (panel, page) => {
  const text = "text ".repeat(150);
  await panel.show([started(), ...Array.from({ length: 300 }, (_, at) => replied(`Reply ${at} ${text}`))]);
  await page.mouse.move(300, 400);
  const begin = page.getByLabel("Your task");
  while ((await begin.count()) === 0) {
    await page.mouse.wheel(0, -1500);
  }
  await begin.scrollIntoViewIfNeeded();
  assert.equal(await page.getByRole("button", { name: /earlier of/ }).count(), 0);
  assert.deepEqual(
    (await page.locator(".reply").allTextContents()).map((each) => each.split(" ")[1]),
    Array.from({ length: 300 }, (_, at) => String(at)),
  );
});

inPanel("only what changed is made anew", async (panel, page) => {
  await panel.show([started(), replied("first"), ...requested("c", "grep", {}, "x"), ended("c", "y"), delta("A paragraph.\n\nAnother")]);
  await page.evaluate(() => {
    document.querySelectorAll(".block").forEach((each) => (each.mark = true));
    [...document.querySelectorAll(".reply .markdown")].at(-1).firstElementChild.mark = true;
  });
  await panel.more(delta(" one, which goes on."));
  assert.equal(await page.evaluate(() => [...document.querySelectorAll(".block")].every((each) => each.mark)), true);
  const paragraphs = page.locator(".reply").last().locator(".markdown > p");
  assert.deepEqual(await paragraphs.allTextContents(), ["A paragraph.", "Another one, which goes on."]);
  assert.deepEqual(await paragraphs.evaluateAll((all) => all.map((each) => each.mark === true)), [true, false]);
});

inPanel("the end stays in sight, unless the user looks elsewhere", async (panel, page) => {
  const line = (at) => replied(`Reply ${at}\n\n${"text ".repeat(200)}`);
  const distance = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.scrollY - window.innerHeight);
  await panel.show([started(), ...Array.from({ length: 30 }, (_, at) => line(at))]);
  assert.ok((await distance()) < 5);
  await panel.more(line("more"));
  assert.ok((await distance()) < 5);
  await page.mouse.move(300, 400);
  await page.mouse.wheel(0, -1500);
  const jump = page.getByRole("button", { name: "Jump to latest" });
  await jump.waitFor();
  const top = await page.evaluate(() => window.scrollY);
  await panel.more(line("unseen"));
  assert.equal(await page.evaluate(() => window.scrollY), top);
  await jump.click();
  await jump.waitFor({ state: "hidden" });
  assert.ok((await distance()) < 5);
});
