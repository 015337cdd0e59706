/* global document, window -- of the page, in which parts of this run */
// The input of the chat, and what stands around it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { CODE, changed, done, ended, event, replied, requested, started, waiting } from "./events.mjs";
import { LOOKED_AT, browserWithPanels, playInPanel } from "./panel.mjs";

let browser;

before(async () => {
  browser = await browserWithPanels();
});

after(() => browser.close());

function inChat(name, scene, options = {}) {
  test(name, { timeout: 120_000 }, () => playInPanel(browser, scene, options));
}

const BESIDE = {
  model: "openai/gpt-x",
  mode: "edit",
  reasoning: "",
  agents: [{ name: "build", description: "edits" }],
  history: ["the last one", "the one before"],
  running: [],
};
const SELECTION = {
  kind: "selection",
  name: "shop/cart.py:10-20",
  uri: "file:///p/shop/cart.py",
  range: { start: { line: 9, character: 0 }, end: { line: 20, character: 0 } },
};

/** A chat that has no session yet. */
async function empty(panel, beside = {}) {
  await panel.post(
    { type: "conversation", state: { sessionId: "", isConnected: true, blockedReason: "" } },
    { type: "chat", chat: { ...BESIDE, ...beside } },
  );
}

const field = (page) => page.getByLabel("Message to the agent");
const names = (list) => list.map(({ name }) => name);

inChat("an empty chat says what one may begin with, and sends its first message", async (panel, page) => {
  await empty(panel);
  await page.getByRole("button", { name: "Review my uncommitted changes." }).click();
  await field(page).press("Enter");
  const [sent] = await panel.sent("submit");
  assert.equal(sent.prompt, "Review my uncommitted changes.");
  assert.equal(await page.getByRole("button", { name: "gpt-x" }).isVisible(), true);
});

inChat("nothing reorders what an element is called, whoever named it", async (panel, page) => {
  const named = "a\u202eb";
  const running = [{ runId: "t.1", text: named }];
  await empty(panel, { model: named, agents: [{ name: named, description: named }], selection: { ...SELECTION, name: named }, running });
  await page.getByTitle("Model: a\\u202eb").waitFor();
  const called = await page.evaluate(() =>
    [...document.querySelectorAll("[title], [aria-label]")].map((each) => `${each.title} ${each.ariaLabel ?? ""} ${each.textContent}`),
  );
  assert.deepEqual(called.filter((each) => each.includes("\u202e")), []);
  assert.ok(called.some((each) => each.includes("a\\u202eb")));
});

inChat("@ lists what it may stand for, which keys choose; a whole name is sent by Enter", async (panel, page) => {
  await empty(panel);
  await field(page).pressSequentially("see @a");
  const asked = (await panel.sent("mentions")).at(-1);
  assert.equal(asked.text, "see @a");
  const mention = (insert, kind = "file", complete = true) => ({ insert, label: insert.slice(1), kind, detail: "", complete });
  const found = { from: 4, mentions: [mention("@app/", "folder", false), mention("@a.py")] };
  await panel.post({ type: "mentions", number: asked.number, found });
  const options = page.getByRole("listbox", { name: "Files, symbols and more" }).getByRole("option");
  assert.equal(await options.count(), 2);
  assert.equal(await options.first().getAttribute("id"), await field(page).getAttribute("aria-activedescendant"));
  await field(page).press("ArrowDown");
  await field(page).press("Enter");
  assert.equal(await field(page).inputValue(), "see @a.py ");
  await field(page).fill("see @a.py");
  const again = (await panel.sent("mentions")).at(-1);
  await panel.post({ type: "mentions", number: again.number, found: { from: 4, mentions: [mention("@a.py")] } });
  await field(page).press("Enter");
  assert.equal((await panel.sent("submit"))[0].prompt, "see @a.py");
  assert.equal(await field(page).inputValue(), "");
});

inChat("a slash at the beginning lists the tasks, and nowhere else", async (panel, page) => {
  await empty(panel);
  await field(page).pressSequentially("see /");
  assert.deepEqual(await panel.sent("mentions"), []);
  await field(page).fill("");
  await field(page).pressSequentially("/te");
  const asked = (await panel.sent("mentions")).at(-1);
  assert.equal(asked.text, "/te");
  const task = { insert: "/tests", label: "/tests", kind: "task", detail: "have tests written", complete: true };
  await panel.post({ type: "mentions", number: asked.number, found: { from: 0, mentions: [task] } });
  await page.getByRole("option", { name: "/tests" }).waitFor();
  await field(page).press("Tab");
  assert.equal(await field(page).inputValue(), "/tests ");
  await field(page).fill("");
  await field(page).pressSequentially("/house-style2");
  assert.equal((await panel.sent("mentions")).at(-1).text, "/house-style2");
});

inChat("the edit of a named task brings back what was typed, not the prompt made of it", async (panel, page) => {
  const run = started("Explain what the code does: @a.py", "s.1");
  await panel.show([{ ...run, title: "Explain a.py", typed: "/explain a.py" }, done()]);
  await page.getByRole("button", { name: /^Edit/ }).click();
  assert.equal(await field(page).inputValue(), "/explain a.py");
});

inChat("what is selected goes along once, and what is attached with its size, unless it is removed", async (panel, page) => {
  await empty(panel, { selection: SELECTION });
  await panel.post({ type: "attach", attachments: [{ kind: "text", name: "notes", text: "a\nb\nc" }, { kind: "file", name: "b.py" }] });
  const chips = page.getByRole("list", { name: "Attached" }).getByRole("listitem");
  assert.deepEqual(await chips.locator(".chip-size").allTextContents(), ["3 lines", "11 lines"]);
  await page.getByRole("button", { name: "Remove b.py" }).click();
  await field(page).fill("look");
  await field(page).press("Enter");
  await field(page).fill("again");
  await field(page).press("Enter");
  const [first, second] = await panel.sent("submit");
  assert.deepEqual(names(first.attachments), ["notes", "shop/cart.py:10-20"]);
  assert.deepEqual(second.attachments, []);
});

/** What is pasted into the input, or dropped on it. */
function given(page, kind, { files = [], lists = {} }) {
  return field(page).evaluate(
    (target, [type, names, texts]) => {
      const data = new window.DataTransfer();
      names.forEach(([name, mediaType]) => data.items.add(new window.File([new Uint8Array([1, 2, 3])], name, { type: mediaType })));
      Object.entries(texts).forEach(([format, text]) => data.setData(format, text));
      const about = { bubbles: true, cancelable: true };
      const happened = type === "paste"
        ? new window.ClipboardEvent(type, { ...about, clipboardData: data })
        : new window.DragEvent(type, { ...about, dataTransfer: data });
      target.dispatchEvent(happened);
    },
    [kind, files, lists],
  );
}

inChat("an image that is pasted or dropped goes to the extension, and its name alone is kept", async (panel, page) => {
  await empty(panel);
  await given(page, "paste", { files: [["shot.png", "image/png"], ["notes.txt", "text/plain"]] });
  await given(page, "drop", { files: [["other.webp", "image/webp"]] });
  await page.waitForFunction(() => window.sent.filter(({ type }) => type === "images").length === 2);
  const images = (await panel.sent("images")).flatMap((each) => each.images);
  assert.deepEqual(images.map(({ name, data }) => [name, data]), [["shot.png", "AQID"], ["other.webp", "AQID"]]);
  const held = [{ kind: "image", name: "shot.png", mediaType: "image/png", held: "1-1", bytes: 1_200_000 }];
  await panel.post({ type: "attach", attachments: held });
  assert.equal(await page.locator(".chip").innerText(), "shot.png\n1.2 MB\n×");
  assert.deepEqual((await panel.kept()).attachments, held);
});

inChat("files of the explorer that are dropped are told by their addresses", async (panel, page) => {
  await empty(panel);
  const uris = ["file:///p/a.py", "file:///p/src"];
  await given(page, "drop", { lists: { "text/uri-list": ["# from the explorer", ...uris].join("\r\n") } });
  assert.deepEqual(await panel.sent("drop"), [{ type: "drop", uris }]);
});

inChat(
  "what did not outlast a reload is dropped, and that is said",
  async (panel, page) => {
    await empty(panel);
    assert.deepEqual(await panel.sent("ready"), [{ type: "ready", sessionId: "", at: 0, held: ["old-1"] }]);
    await panel.post({ type: "detach", held: ["old-1"] });
    assert.deepEqual(await page.locator(".chip-name").allTextContents(), ["a.py"]);
    await page.getByText("shot.png: too large to outlast a reload of the window. Attach it again.").waitFor();
  },
  { kept: { attachments: [{ kind: "image", name: "shot.png", held: "old-1", bytes: 3 }, { kind: "file", name: "a.py" }] } },
);

/** What the extension was told to keep, as far as it is about words. */
async function told(panel) {
  return (await panel.sent("draft")).map(({ sessionId, draft }) => [sessionId, draft.draft]);
}

const written = (draft) => ({ draft, attachments: [], choices: { mode: "ask" }, modeBefore: "", replaces: "", besideEdit: "", at: 7 });

inChat("what is written is told the extension a moment later, at once where it is left, and not with every key", async (panel, page) => {
  await empty(panel);
  await field(page).evaluate((input) => {
    for (const key of "half") {
      input.value += key;
      input.dispatchEvent(new window.InputEvent("input", { bubbles: true }));
    }
  });
  await page.waitForFunction(() => window.sent.some(({ type }) => type === "draft"));
  await field(page).fill("half a thought");
  await panel.post({ type: "input", sessionId: "s", draft: written("of another"), isLater: false });
  assert.equal(await field(page).inputValue(), "of another");
  assert.equal(await page.getByLabel("Mode", { exact: true }).inputValue(), "edit");
  await panel.post({ type: "input", sessionId: "s", draft: written("of later"), isLater: true });
  assert.equal(await page.getByLabel("Mode", { exact: true }).inputValue(), "ask");
  await field(page).press("Enter");
  assert.deepEqual(await told(panel), [["", "half"], ["", "half a thought"], ["s", ""]]);
  await field(page).fill("goes along");
  await panel.post({ type: "input", sessionId: "t", isLater: false });
  await page.evaluate(() => window.dispatchEvent(new window.FocusEvent("blur")));
  assert.deepEqual((await told(panel)).at(-1), ["t", "goes along"]);
  const { sessionId, draft } = await panel.kept();
  assert.deepEqual([sessionId, draft], ["t", "goes along"]);
});

inChat("earlier messages come back at the edges, and the draft behind them", async (panel, page) => {
  await empty(panel);
  await field(page).fill("half");
  await field(page).press("ArrowUp");
  await field(page).press("ArrowUp");
  assert.equal(await field(page).inputValue(), "the one before");
  await field(page).press("End");
  await field(page).press("ArrowDown");
  await field(page).press("ArrowDown");
  assert.equal(await field(page).inputValue(), "half");
});

inChat("a message is edited in the input and takes the place of what it was; Escape leaves it", async (panel, page) => {
  await panel.show([started(), done()]);
  await page.getByRole("button", { name: /^Edit/ }).click();
  assert.equal(await page.getByText("You edit an earlier message.").isVisible(), true);
  await field(page).press("Escape");
  assert.equal(await field(page).inputValue(), "");
  await field(page).press("Escape");
  assert.deepEqual(await panel.sent("leave"), [{ type: "leave" }]);
  await page.getByRole("button", { name: /^Edit/ }).click();
  await field(page).fill("Fix it well.");
  await field(page).press("Enter");
  const [sent] = await panel.sent("submit");
  assert.equal(sent.replaces, "s.1");
  assert.equal(sent.prompt, "Fix it well.");
});

inChat("what was being written comes back once an earlier message that was edited is left or sent", async (panel, page) => {
  await panel.show([started(), done()]);
  const edit = page.getByRole("button", { name: /^Edit/ });
  await field(page).fill("half");
  await edit.click();
  await edit.click();
  assert.equal(await field(page).inputValue(), "Fix the addition.");
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await field(page).inputValue(), "half");
  await edit.click();
  await field(page).press("Enter");
  assert.equal(await field(page).inputValue(), "half");
  assert.equal(await page.getByText("You edit an earlier message.").isVisible(), false);
  assert.deepEqual((await panel.sent("submit")).map(({ prompt }) => prompt), ["Fix the addition."]);
});

inChat("an edit that is not sent after all is one again, unless something else was written", async (panel, page) => {
  await panel.show([started(), replied("done"), done()]);
  const rejected = { type: "promptRejected", prompt: "Fix it well.", attachments: [], replaces: "s.1" };
  await panel.post(rejected);
  assert.equal(await page.getByText("You edit an earlier message.").isVisible(), true);
  await field(page).press("Enter");
  await field(page).fill("and the tests");
  await panel.post(rejected);
  assert.equal(await page.getByText("You edit an earlier message.").isVisible(), false);
  assert.equal(await page.getByText("The earlier message was not replaced.").isVisible(), true);
  await field(page).press("Enter");
  const sent = await panel.sent("submit");
  assert.deepEqual(sent.map(({ prompt, replaces }) => [prompt, replaces]), [["Fix it well.", "s.1"], ["Fix it well.\nand the tests", ""]]);
});

inChat("behind a plan that is carried out the mode is the one before it", async (panel, page) => {
  const plan = [{ ...started(), agent: "plan" }, replied("1. Do it."), done()];
  const mode = page.getByLabel("Mode", { exact: true });
  await empty(panel);
  await panel.show(plan);
  await mode.selectOption("ask");
  await mode.selectOption("plan");
  await page.getByLabel("Agent", { exact: true }).selectOption("build");
  await page.getByRole("button", { name: "Carry Out the Plan" }).click();
  await page.waitForFunction(() => document.querySelector("select[aria-label=Mode]").value === "ask");
  const carryOut = page.getByRole("button", { name: "Carry Out the Plan" });
  assert.equal(await carryOut.isDisabled(), true);
  await panel.post({ type: "notification", tone: "bad", text: "There is no model." });
  await page.getByText("There is no model.").first().waitFor();
  assert.equal(await carryOut.isDisabled(), false);
  const [{ choices }] = await panel.sent("carryOut");
  assert.deepEqual([choices.mode, choices.agent], ["ask", "build"]);
  assert.deepEqual((await panel.kept()).choices, choices);
});

inChat("an error that a button may have helped against goes when there is a server", async (panel, page) => {
  const state = { sessionId: "", blockedReason: "" };
  await panel.post({ type: "conversation", state: { ...state, isConnected: false } });
  const remedy = { kind: "installServer", setting: "" };
  await panel.post({ type: "notification", tone: "bad", text: "It is not installed.", remedy });
  await page.getByRole("button", { name: "Install Server" }).waitFor();
  await panel.post({ type: "state", state: { ...state, isConnected: true } });
  await page.getByRole("button", { name: "Install Server" }).waitFor({ state: "hidden" });
});

inChat("a notice above the input has buttons, which are pressed once; it stays when the server is there again", async (panel, page) => {
  const state = { sessionId: "", blockedReason: "" };
  await panel.post({ type: "conversation", state: { ...state, isConnected: false } });
  await panel.post({ type: "notification", tone: "quiet", text: "Restored 1 file.", buttons: { number: 3, labels: ["Go Forward Again"] } });
  await panel.post({ type: "state", state: { ...state, isConnected: true } });
  await page.getByRole("button", { name: "Go Forward Again" }).click();
  await page.getByText("Restored 1 file.").waitFor({ state: "hidden" });
  assert.deepEqual(await panel.sent("press"), [{ type: "press", number: 3, label: "Go Forward Again" }]);
});

inChat("what went along stands in the message, the plan is a checklist, and a link says where it leads", async (panel, page) => {
  const steps = [{ step: "Read it", status: "completed" }, { step: "Fix it", status: "in_progress" }];
  const attached = [{ kind: "file", name: "shop/cart.py", lines: 120, bytes: 4000 }];
  const text = "See [the page](https://example.org/a) and [cart](shop/cart.py#L12), not [this](command:evil).";
  const plan = [...requested("p", "update_plan", { steps }), event("plan.updated", { callId: "p", steps }), ended("p", "noted")];
  await panel.show([{ ...started(), attached }, ...plan, replied(text), done()]);
  assert.equal(await page.getByText("update_plan").count(), 0);
  assert.equal(await page.getByLabel("Your task").locator(".chip").innerText(), "cart.py\n120 lines");
  const rows = page.getByLabel("Plan").getByRole("listitem");
  assert.deepEqual(await rows.allTextContents(), ["Done: Read it", "In progress: Fix it"]);
  await page.getByRole("link", { name: "the page" }).click();
  await page.getByRole("link", { name: "cart" }).click();
  assert.deepEqual(await panel.sent("link"), [{ type: "link", url: "https://example.org/a" }]);
  assert.deepEqual(await panel.sent("open"), [{ type: "open", runId: "s.1", path: "shop/cart.py", line: 12 }]);
  assert.equal(await page.getByRole("link").count(), 2);
  assert.equal(await page.getByText("(https://example.org/a)").isVisible(), true);
});

inChat("Ctrl+F finds words, counts them and goes through them", async (panel, page) => {
  await panel.show([started(), replied("one fish, two fish"), done()]);
  await page.keyboard.press("Control+f");
  const input = page.getByLabel("Find in the chat");
  await input.fill("FISH");
  await page.getByText("2 of 2", { exact: true }).waitFor();
  await input.press("Enter");
  await page.getByText("1 of 2", { exact: true }).waitFor();
  await input.press("Escape");
  assert.equal(await input.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
});

inChat("what is closed, cut off or coloured is found, and opened", async (panel, page) => {
  const output = Array.from({ length: 300 }, (_, at) => (at === 200 ? "the hidden needle" : `line ${at}`)).join("\n");
  const call = [...requested("c", "grep", { pattern: "x" }, "x"), ended("c", output)];
  await panel.show([started(), replied("A **hidden** needle.\n\n```python\nhidden = needle(1)\n```"), ...call, done()]);
  await page.keyboard.press("Control+f");
  const input = page.getByLabel("Find in the chat");
  await input.fill("hidden needle");
  await page.getByText("2 of 2", { exact: true }).waitFor();
  assert.equal(await page.getByText("the hidden needle").isVisible(), true);
  await input.fill("hidden = needle(");
  await page.getByText("1 of 1", { exact: true }).waitFor();
});

inChat("the question of another session is told above the input, and shown", async (panel, page) => {
  await panel.show([started(), done()]);
  await panel.post({ type: "chat", chat: { ...BESIDE, asks: { runId: "o.1", text: "“other” asks: Run make?" } } });
  await page.getByRole("button", { name: "Show: “other” asks: Run make?" }).click();
  assert.deepEqual(await panel.sent("show"), [{ type: "show", runId: "o.1" }]);
});

const BACKGROUND = { callId: "b1", handle: "bg1", command: "npm run dev" };
const CHILD = { callId: "a1", childId: "s.1.1" };

/** Blocks that a run seldom has: a place to go back to, a request that was sent again, what goes on beside it. */
const LESS_USUAL = [
  event("step.started", { step: 1 }),
  changed("e1", "a.py", CODE),
  event("step.started", { step: 2 }),
  event("model.retried", { attempt: 1, delayS: 0, reason: "overloaded" }),
  ...requested("b1", "run_command", { command: "npm run dev" }),
  event("background.started", BACKGROUND),
  ended("b1", "bg1 is running"),
  ...requested("a1", "dispatch_subagent", { task: "find it" }),
  event("child.started", { ...CHILD, agent: "explore", task: "find it" }),
  event("child.called", { ...CHILD, name: "grep", summary: "'x' in ." }),
];

const EDIT = ["Architect: Edit add.py (+2 -2)?", "edits are asked about", "", "--- a/add.py", "+++ b/add.py", CODE].join("\n");
const ASKED = [
  waiting(EDIT, { kind: "edit" }),
  waiting("Which database is it for?", { kind: "question", answers: ["SQLite", "PostgreSQL"], offers: [] }),
];
const QUEUED = ["heard", "unsent"].map((stage) => ({ messageId: stage, text: "and the tests", stage, missing: ["a.png"] }));
const DECIDED = [
  { hunks: 2, conflicts: 0, areProposed: false },
  { hunks: 1, conflicts: 1, areProposed: false },
  { hunks: 2, conflicts: 0, areProposed: true },
];

for (const theme of LOOKED_AT) {
  inChat(
    `axe finds nothing in what is asked, what is queued, and what is to be decided; nothing is cut off (${theme})`,
    async (panel, page) => {
      const isSound = async () => {
        assert.deepEqual(await panel.axe(), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
      };
      for (const asked of ASKED) {
        await panel.show([started(), asked], { queued: QUEUED });
        await page.locator(".question[data-open=true]").waitFor();
        assert.equal(await page.locator(".queued li").count(), 2);
        await isSound();
      }
      await panel.show([started(), changed("c", "add.py", CODE), done()]);
      for (const changes of DECIDED) {
        await panel.post({ type: "changes", changes: { runId: "s.1", ...changes } });
        await page.locator(".bar").getByRole("button", { name: changes.areProposed ? "Accept All" : "Keep All" }).waitFor();
        await isSound();
      }
    },
    { theme, viewport: { width: 380, height: 1200 } },
  );
  inChat(
    `axe finds nothing in an empty chat, a failed one with its remedy, and while one searches (${theme})`,
    async (panel, page) => {
      await empty(panel);
      assert.deepEqual(await panel.axe(), []);
      const steps = [{ step: "Read it", status: "completed" }, { step: "Fix it", status: "in_progress" }, { step: "Test it", status: "pending" }];
      const failed = done("failed", { error: "the provider answered 401: wrong key", remedy: { kind: "enterKey" } });
      await panel.show([started(), event("plan.updated", { steps }), ...LESS_USUAL, replied("one fish, two fish"), failed]);
      await panel.post({ type: "notification", tone: "bad", text: "no key", remedy: { kind: "enterKey", setting: "" } });
      for (const button of ["Enter API Key...", "Select Model...", "Retry"]) {
        await page.locator(".outcome").getByRole("button", { name: button }).waitFor();
      }
      await page.keyboard.press("Control+f");
      await page.getByLabel("Find in the chat").fill("fish");
      await page.getByText("2 of 2", { exact: true }).waitFor();
      assert.deepEqual(await panel.axe(), []);
    },
    { theme, viewport: { width: 380, height: 1200 } },
  );
  for (const width of [380, 260]) {
    inChat(
      `axe finds nothing around the input, and nothing is cut off (${theme}, ${width} px)`,
      async (panel, page) => {
        await empty(panel, { selection: SELECTION, asks: { runId: "o.1", text: "“other” asks: Run make?" } });
        await field(page).pressSequentially("@a");
        const asked = (await panel.sent("mentions")).at(-1);
        const mentions = [{ insert: "@a.py", label: "a.py", kind: "file", detail: "shop", complete: true }];
        await panel.post({ type: "mentions", number: asked.number, found: { from: 0, mentions } });
        assert.deepEqual(await panel.axe(), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
      },
      { theme, viewport: { width, height: 900 } },
    );
  }
}
