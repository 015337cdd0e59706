/* global document, window, requestAnimationFrame, performance, setTimeout -- of the page, in which parts of this run */
// How long frames take in a chat of 2,000 blocks, as JSON: milliseconds, one list for each thing that is measured.
// `benchmarks/chat_page.py` runs this; nothing fails by it.
import { changed, ended, event, replied, requested, started, state } from "./events.mjs";
import { browserWithPanels } from "./panel.mjs";

const BLOCKS = Number(process.env.BLOCKS ?? 2_000);
const LINES = 10_000;
/** Events in one message of the extension. */
const CHUNK = 1_000;
const CHAT = { viewport: { width: 420, height: 900 } };

const PARAGRAPH =
  "The sum is taken in `shop/cart.py:120`, where **each** line is added; see [the manual](https://example.org/sums) for what " +
  "rounds and what does not. Prices are kept in cents, and only the last step makes dollars of them.";

const CODE = `def total(lines: list[Line], *, rate: float = 0.2) -> Money:
    """The sum of all lines, with taxes."""
    result = Money(0)
    for number, line in enumerate(lines, start=1):
        if line.count > 0 and not line.is_void:
            result += line.price * line.count  # in cents
    return result.rounded("half-even") * (1 + rate)`;

function answer(at) {
  const paragraphs = Array.from({ length: 6 }, () => PARAGRAPH).join("\n\n");
  const items = Array.from({ length: 8 }, (_, item) => `- item ${item} of answer ${at}, which is *read*`).join("\n");
  const table = "| call | result |\n|---|---:|\n| total([]) | 0 |\n| total([line]) | 12 |";
  return `## Answer ${at}\n\n${paragraphs}\n\n${items}\n\n\`\`\`python\n${CODE}\n\`\`\`\n\n${table}\n\n${PARAGRAPH}`;
}

function diff(at) {
  const lines = Array.from({ length: 12 }, (_, line) => [
    `     context = line_${line}(${at})`,
    `-    before = total(lines_${line}, rate=0.${line})`,
    `+    after = total(lines_${line}, rate=${line})  # better`,
  ]);
  return ["@@ -1,24 +1,24 @@", ...lines.flat().map((line) => line.slice(4))].join("\n");
}

const OUTPUT = Array.from({ length: 80 }, (_, line) => `tests/unit/test_cart.py:${line + 1}: passed in 0.0${line} s`).join("\n");

/** Five blocks, of which the change and the failure are open. */
function step(at) {
  const failure = `Error: exit code 1\n[stdout]\n${OUTPUT}`;
  return [
    event("step.started", { step: at + 1 }),
    { ...replied(answer(at)), reasoning: PARAGRAPH, reasoningS: 3.2 },
    ...requested(`e${at}`, "edit_file", { path: "shop/cart.py", old_str: "a", new_str: "b" }, "shop/cart.py (+12 -12)"),
    changed(`e${at}`, "shop/cart.py", diff(at)),
    ended(`e${at}`, "edited shop/cart.py"),
    ...requested(`c${at}`, "run_command", { command: `make test-${at}` }, `make test-${at}`),
    ended(`c${at}`, at % 4 === 0 ? failure : OUTPUT, at % 4 !== 0),
    ...requested(`g${at}`, "grep", { pattern: `total_${at}` }, `total_${at}`),
    ended(`g${at}`, OUTPUT),
  ];
}

/** The blocks of a step: thought, answer, edit, command, search, checkpoint. */
const BLOCKS_OF_STEP = 6;

/** Begins to note how long each frame takes; the list grows until `frames` is read. */
function watchFrames() {
  window.frames_ = [];
  let last;
  const tick = (now) => {
    if (last !== undefined) window.frames_.push(now - last);
    last = now;
    window.watching_ = requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

function stopWatching() {
  window.cancelAnimationFrame(window.watching_);
  return window.frames_;
}

async function framesOf(page, act) {
  await page.evaluate(watchFrames);
  await act();
  return page.evaluate(stopWatching);
}

/** From the key until what it changed is painted, the wait for the frame included. */
async function typing(page, count) {
  await page.getByLabel("Message to the agent").focus();
  await page.evaluate(() => {
    window.keys_ = [];
    window.noteKey_ = ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const channel = new window.MessageChannel();
        channel.port1.onmessage = () => window.keys_.push(performance.now() - timeStamp);
        channel.port2.postMessage(undefined);
      });
    };
    document.addEventListener("keydown", window.noteKey_, true);
  });
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press("abcdefghij klmnop"[at % 17]);
    await page.waitForTimeout(30);
  }
  await page.waitForFunction((most) => window.keys_.length >= most, count);
  return page.evaluate(() => {
    document.removeEventListener("keydown", window.noteKey_, true);
    return window.keys_;
  });
}

/** An answer streams in, as the extension batches it, until the returned function is called. */
async function streaming(panel) {
  const { page } = panel;
  const text = Array.from({ length: 12 }, (_, at) => answer(at)).join("\n\n");
  await page.evaluate(
    ([runId, whole, seq]) => {
      let at = 0;
      window.stream_ = window.setInterval(() => {
        const piece = whole.slice(at, at + 60);
        at += 60;
        const events = [{ type: "model.delta", runId, ts: "2026-11-20T08:00:00.000Z", seq, text: piece }];
        window.dispatchEvent(new window.MessageEvent("message", { data: { type: "events", events, isPast: false } }));
      }, 50);
    },
    ["s.1", text, panel.seq],
  );
  return () => page.evaluate(() => window.clearInterval(window.stream_));
}

/** Upwards by the wheel until the first block is in sight. */
async function toBeginning(page) {
  const { width, height } = CHAT.viewport;
  await page.mouse.move(width / 2, height / 2);
  const isThere = () =>
    page.evaluate(() => window.scrollY === 0 && (document.querySelector(".earlier")?.hidden ?? true));
  for (let turns = 0; turns < 20_000 && !(await isThere()); turns += 1) {
    for (let wheel = 0; wheel < 10; wheel += 1) {
      await page.mouse.wheel(0, -900);
    }
    const earlier = page.locator(".earlier");
    if ((await page.evaluate(() => window.scrollY === 0)) && (await earlier.isVisible())) {
      await earlier.click();
    }
  }
}

async function load(panel) {
  const steps = Array.from({ length: Math.ceil(BLOCKS / BLOCKS_OF_STEP) }, (_, at) => step(at)).flat();
  const events = panel.numbered([started(), ...steps, state("running")]);
  await panel.post({ type: "conversation", state: { sessionId: "s", isConnected: true, blockedReason: "" } });
  await panel.page.evaluate((all) => (window.all_ = all), events);
  let took = 0;
  const frames = await framesOf(panel.page, async () => {
    took = await panel.page.evaluate(async (chunk) => {
      const begin = performance.now();
      for (let at = 0; at < window.all_.length; at += chunk) {
        const data = { type: "events", events: window.all_.slice(at, at + chunk), isPast: true };
        await new Promise((resolve) => setTimeout(resolve));
        window.dispatchEvent(new window.MessageEvent("message", { data }));
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const passed = performance.now() - begin;
      delete window.all_;
      return passed;
    }, CHUNK);
    await panel.page.waitForTimeout(1_000);
  });
  return { took: [took], frames };
}

/** A command that prints ten thousand lines, live and then as a result of which all is shown. */
async function output(panel) {
  const { page } = panel;
  const lines = Array.from({ length: LINES }, (_, line) => `tests/unit/test_${line}.py:${line + 1}: passed, and said so`);
  await panel.show([started(), ...requested("c", "run_command", { command: "make" }, "make")]);
  const live = await framesOf(page, async () => {
    for (let at = 0; at < LINES; at += 200) {
      const text = lines.slice(at, at + 200).map((line) => `${line}\n`).join("");
      await panel.more(event("tool.output", { callId: "c", stream: "stdout", text }));
    }
  });
  await panel.more(ended("c", lines.join("\n"), false));
  const whole = await framesOf(page, async () => {
    await page.evaluate(() => [...document.querySelectorAll("button")].find((each) => each.textContent.startsWith("Show all")).click());
    await page.waitForTimeout(500);
  });
  const keys = await typing(page, 20);
  return { live, whole, keys };
}

async function find(page, words) {
  await page.keyboard.press("Control+f");
  await page.getByLabel("Find in the chat").fill(words);
  await page.waitForFunction(() => / of /.test(document.querySelector(".find-count").textContent), undefined, { timeout: 60_000 });
}

async function measured() {
  const browser = await browserWithPanels();
  const figures = {};
  try {
    const panel = await browser.open(CHAT);
    const { page } = panel;
    const loaded = await load(panel);
    figures.load = loaded.took;
    figures.loadFrames = loaded.frames;
    figures.typing = await typing(page, 60);
    const stop = await streaming(panel);
    figures.streamTyping = await typing(page, 100);
    figures.stream = await framesOf(page, () => page.waitForTimeout(5_000));
    await stop();
    figures.scroll = await framesOf(page, () => toBeginning(page));
    figures.blocks = [await page.locator(".block").count()];
    figures.typingAbove = await typing(page, 30);
    figures.find = await framesOf(page, () => find(page, "answer 7"));
    await page.keyboard.press("Escape");
    await panel.close();
    const other = await browser.open(CHAT);
    const { live, whole, keys } = await output(other);
    Object.assign(figures, { outputLive: live, outputWhole: whole, outputTyping: keys });
    await other.close();
  } finally {
    await browser.close();
  }
  return figures;
}

export { CHAT, load, typing, streaming, toBeginning, find, output, measured };
if (process.argv[1].endsWith("timing.mjs")) console.log(JSON.stringify(await measured()));
