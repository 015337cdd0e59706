/* global document, window, requestAnimationFrame, performance, MessageEvent -- of the page, in which parts of this run */
// What a chat of 2,000 blocks takes, as JSON: milliseconds, a list for each thing that is measured. Of tasks of
// the page's thread it is the time of the processor, which others that work on the machine do not lengthen
// much; from a key to what is painted it is the time of the clock. `benchmarks/chat_page.py` runs this; nothing fails by it.
import { changed, ended, event, replied, requested, started, state } from "./events.mjs";
import { browserWithPanels } from "./panel.mjs";

const BLOCKS = 2_000;
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

/** The tasks of the page's thread while `act` goes on. */
async function tasksOf(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain";
  const threads = traceEvents.filter(isMain).map(({ pid, tid }) => tasksIn(traceEvents, pid, tid));
  // The browser has pages of its own, which do hardly anything.
  return threads.sort((one, other) => sum(other) - sum(one))[0] ?? [];
}

function tasksIn(events, pid, tid) {
  const isTask = (each) => each.pid === pid && each.tid === tid && each.name === "ThreadControllerImpl::RunTask";
  return events.filter((each) => isTask(each) && each.tdur > 0).map(({ tdur }) => tdur / 1000);
}

function sum(numbers) {
  return numbers.reduce((all, each) => all + each, 0);
}

/** Before anything is measured: to look for an element goes through the whole page. */
async function focusInput(page) {
  await page.locator(".composer textarea").focus();
}

/** From the key until what it changed is painted, the wait for the frame included. */
async function typing(page, count) {
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
        window.dispatchEvent(new MessageEvent("message", { data: { type: "events", events, isPast: false } }));
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
      await page.mouse.wheel(0, -700);
      await page.waitForTimeout(16);
    }
  }
}

async function load(panel) {
  const steps = Array.from({ length: Math.ceil(BLOCKS / BLOCKS_OF_STEP) }, (_, at) => step(at)).flat();
  const events = panel.numbered([started(), ...steps, state("running")]);
  await panel.post({ type: "conversation", state: { sessionId: "s", isConnected: true, blockedReason: "" } });
  await panel.page.evaluate((all) => (window.all_ = all), events);
  return tasksOf(panel.page, async () => {
    await panel.page.evaluate(async (chunk) => {
      for (let at = 0; at < window.all_.length; at += chunk) {
        const data = { type: "events", events: window.all_.slice(at, at + chunk), isPast: true };
        await new Promise((resolve) => window.setTimeout(resolve));
        window.dispatchEvent(new MessageEvent("message", { data }));
      }
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, CHUNK);
    await panel.page.waitForTimeout(1_000);
  });
}

/** A command that prints ten thousand lines, live and then as a result of which all is shown. */
async function output(panel) {
  const { page } = panel;
  const lines = Array.from({ length: LINES }, (_, line) => `tests/unit/test_${line}.py:${line + 1}: passed, and said so`);
  await panel.show([started(), ...requested("c", "run_command", { command: "make" }, "make")]);
  const live = await tasksOf(page, async () => {
    for (let at = 0; at < LINES; at += 200) {
      const text = lines.slice(at, at + 200).map((line) => `${line}\n`).join("");
      await panel.more(event("tool.output", { callId: "c", stream: "stdout", text }));
    }
  });
  await panel.more(ended("c", lines.join("\n"), false));
  const whole = await tasksOf(page, async () => {
    await page.evaluate(() => [...document.querySelectorAll("button")].find((each) => each.textContent.startsWith("Show all")).click());
    await page.waitForTimeout(500);
  });
  return { live, whole };
}

async function measured() {
  const browser = await browserWithPanels();
  const figures = {};
  try {
    const panel = await browser.open(CHAT);
    const { page } = panel;
    figures.load = await load(panel);
    await focusInput(page);
    figures.keys = await typing(page, 30);
    const stop = await streaming(panel);
    figures.keysWhileStreaming = await typing(page, 40);
    figures.streaming = await tasksOf(page, () => typing(page, 40));
    await stop();
    figures.scrolling = await tasksOf(page, () => toBeginning(page));
    await focusInput(page);
    figures.typingAtBeginning = await tasksOf(page, () => typing(page, 30));
    await panel.close();
    const other = await browser.open(CHAT);
    const { live, whole } = await output(other);
    Object.assign(figures, { outputLive: live, outputWhole: whole });
    await other.close();
  } finally {
    await browser.close();
  }
  return figures;
}

console.log(JSON.stringify(await measured()));
