/* global document, window, MessageEvent -- of the page, in which parts of this run */
// What a person sees of an answer in Markdown, in a real Chromium.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { delta, replied, started } from "./events.mjs";
import { browserWithPanels, playInPanel } from "./panel.mjs";

let browser;

before(async () => {
  browser = await browserWithPanels();
});

after(() => browser.close());

function inPanel(name, scene) {
  test(name, { timeout: 240_000 }, () => playInPanel(browser, scene));
}

/** The elements of the last answer, without what says in which direction they are written. */
function answer(page) {
  return page.evaluate(() =>
    document.querySelector(".reply:last-child .markdown").innerHTML.replaceAll(' dir="auto"', ""),
  );
}

const link = (text, target) => `<span class="inert-link">${text} <span class="target">(${target})</span></span>`;
/** A link that opens something; `target` stands behind it where its text does not say it. */
const web = (text, title, target) => {
  const where = target === undefined ? "" : ` <span class="target">(${target})</span>`;
  return `<span class="web-link"><span class="file-link" role="link" tabindex="0" title="${title}">${text}</span>${where}</span>`;
};
const copy = '<button class="link-button copy" aria-label="Copy code" title="Copy code" data-words="Copy" type="button"></button>';
const code = (lines) =>
  `<div class="code-block"><div class="long-text"><pre class="code"><code>${lines}</code></pre></div>${copy}</div>`;
const box = (label) => `<input type="checkbox" aria-label="${label}" disabled="">`;

const SHOWN = [
  ["headings are of one rank", "## Two\nunder it\n\n---", '<h2 class="level-2">Two</h2><p>under it</p><hr>'],
  ["a line of dashes makes no heading", "Things:\n-", "<p>Things:\n-</p>"],
  ["lines stay lines", "one\ntwo  \nthree", "<p>one\ntwo\nthree</p>"],
  [
    "lists in lists, in numbers that go on",
    "3. one\n4. two\n   - in two\n     1. deeper\n\nafter",
    '<ol start="3"><li>one</li><li>two<ul><li>in two<ol start="1"><li>deeper</li></ol></li></ul></li></ol><p>after</p>',
  ],
  ["lists indented by four", "1. one\n    - two\n", '<ol start="1"><li>one<ul><li>two</li></ul></li></ol>'],
  ["loose lists", "- a\n\n- b\n\n  more", "<ul><li><p>a</p></li><li><p>b</p><p>more</p></li></ul>"],
  [
    "tasks are check boxes",
    "- [ ] *a*\n- [x] b\n  - [X] c\n- [y] d\n- e [x]",
    `<ul><li class="task-item">${box("To do")} <em>a</em></li>` +
      `<li class="task-item">${box("Done")} b<ul><li class="task-item">${box("Done")} c</li></ul></li>` +
      "<li>[y] d</li><li>e [x]</li></ul>",
  ],
  [
    "tables with sides",
    "| a | b | c |\n|---|:-:|--:|\n| 1 | `x\\|y` |",
    '<table><thead><tr><th scope="col">a</th><th class="align-center" scope="col">b</th><th class="align-right" scope="col">c</th></tr></thead>' +
      '<tbody><tr><td>1</td><td class="align-center"><code>x|y</code></td><td class="align-right"></td></tr></tbody></table>',
  ],
  [
    "emphasis of all kinds",
    "*a* __b__ ~~c~~ ***d*** snake_case_name 2 * 3 * 4",
    "<p><em>a</em> <strong>b</strong> <s>c</s> <em><strong>d</strong></em> snake_case_name 2 * 3 * 4</p>",
  ],
  ["nothing inside of code has a meaning", "`` a`*b* ``", "<p><code>a`*b*</code></p>"],
  ["quotes", "> said\n> - so", "<blockquote><p>said</p><ul><li>so</li></ul></blockquote>"],
  [
    "code in its language",
    "````py\n```\nif a:\n````",
    code('<span>```</span><span>\n<span class="token-keyword">if</span> a:</span>'),
  ],
  ["code that nobody has closed yet", "```\n# no heading", code("<span># no heading</span>")],
  [
    "links lead nowhere and say where they would",
    "[a *b*](docs/F\u00fc\u00dfe.md) <https://a.example/> ![p](x.png) [r]\n\n[r]: /s",
    `<p>${link("a <em>b</em>", "docs/F\u00fc\u00dfe.md")} ${web("https://a.example/", "https://a.example/")} ${web("p", "Open x.png in the editor", "x.png")} ${link("r", "/s")}</p>`,
  ],
  ["links to scripts are text", "[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>"],
  ["HTML is text", "<b onclick='x'>a</b>\n\n<script>b</script>", "<p>&lt;b onclick='x'&gt;a&lt;/b&gt;</p><p>&lt;script&gt;b&lt;/script&gt;</p>"],
  ["entities are characters, but no hidden ones", "&lt;b&gt; &#x202e;", "<p>&lt;b&gt; \\u202e</p>"],
  ["nothing is lost of what has no end", "**a [b](c `d ~~ | \\", "<p>**a [b](c `d ~~ | \\</p>"],
];

/** Show code until it is highlighted: from then on, code is highlighted as soon as it is shown. */
async function loadHighlighter(panel) {
  await panel.show([started(), replied("```ts\nconst a = 1;\n```")]);
  await panel.page.locator(".token-keyword").waitFor();
}

inPanel("Markdown is shown as what it means", async (panel, page) => {
  await loadHighlighter(panel);
  const found = [];
  for (const [what, text] of SHOWN) {
    await panel.show([started(), replied(text)]);
    found.push([what, text, await answer(page)]);
  }
  assert.deepEqual(found, SHOWN);
  await panel.show([started(), replied("- [ ] a\n- [x] b")]);
  assert.deepEqual(await page.getByRole("checkbox").evaluateAll((all) => all.map((each) => each.checked)), [false, true]);
});

const STREAMED = `# Title

Some **bold** text and [a link][r].

1. one
   - nested

   with a paragraph
2. two

| a | b |
|---|---|
| 1 | 2 |

\`\`\`ts
const a = 1;
\`\`\`\r\n\r\n> quoted
lazily

[r]: /where
`;

inPanel("an answer that comes in pieces looks as if it had come at once", async (panel, page) => {
  await loadHighlighter(panel);
  await panel.show([started(), replied(STREAMED)]);
  const whole = await answer(page);
  await panel.show([started()]);
  for (const character of STREAMED) {
    await page.evaluate(
      (data) => window.dispatchEvent(new MessageEvent("message", { data })),
      { type: "events", events: panel.numbered([delta(character)]), isPast: false },
    );
  }
  await panel.more();
  assert.equal(await answer(page), whole);
  assert.match(whole, /where/);
});

inPanel("of a long answer only the last block is made anew", async (panel, page) => {
  await panel.show([started(), delta("A paragraph with *some* `code`.\n\n- item\n\n".repeat(4_000))]);
  await page.evaluate(() => {
    window.before = [...document.querySelectorAll(".markdown > *")];
  });
  await panel.more(delta("The end"));
  await panel.more(delta(" is near."));
  const gone = await page.evaluate(() => window.before.filter((each) => !each.isConnected).length);
  assert.ok(gone <= 1, `${gone} blocks were made anew`);
  assert.equal(await page.locator(".markdown > *").last().textContent(), "The end is near.");
});

const MEGABYTE = 1_000_000;
const repeated = (piece) => piece.repeat(MEGABYTE / piece.length);
/** As many paragraphs as are formatted, each as long as it may be. */
const paragraphs = (piece) => `${piece.repeat(9_900 / piece.length)}\n\n`.repeat(20);

const HOSTILE = {
  "a megabyte of brackets": repeated("["),
  "a megabyte of stars": repeated("*"),
  "a megabyte of words": repeated("word "),
  "paragraphs of brackets": paragraphs("["),
  "paragraphs of pictures": paragraphs("!["),
  "paragraphs of stars": paragraphs("*a_ "),
  "paragraphs of backticks": paragraphs("`"),
  "paragraphs of tags": paragraphs("<a "),
  "paragraphs of links": paragraphs("[a](b"),
  "growing backticks": Array.from({ length: 300 }, (_, at) => "`".repeat(at)).join(" "),
  "quotes in quotes": ">".repeat(190_000),
  "quotes that go on": `${">".repeat(100)}a\n${"b\n".repeat(90_000)}`,
  "lists in lists": "- ".repeat(95_000),
  "lists that grow deeper": Array.from({ length: 600 }, (_, at) => `${" ".repeat(at)}- a`).join("\n"),
  "blank lines in a list": `- a\n${"\n".repeat(190_000)}b`,
  "fences": "```\n".repeat(45_000),
  "wide tables": `${"|a".repeat(30_000)}\n${"|-".repeat(30_000)}\n${"|\n".repeat(30_000)}`,
  "definitions": Array.from({ length: 15_000 }, (_, at) => `[a${at}]: b`).join("\n"),
  "headings": "# a\n".repeat(45_000),
};

inPanel("hostile Markdown takes no time without end, and makes no page without end", async (panel, page) => {
  const bad = [];
  for (const [what, text] of Object.entries(HOSTILE)) {
    await panel.show([started(), replied(text)]);
    const elements = await page.evaluate(() => document.querySelectorAll(".markdown *").length);
    if (elements > 120_000) {
      bad.push(`${what}: ${elements} elements`);
    }
  }
  assert.deepEqual(bad, []);
});

inPanel("what is nested too deep is shown as it stands", async (panel, page) => {
  for (const text of [`${">".repeat(60)} deep`, `${"- ".repeat(60)}deep`]) {
    await panel.show([started(), replied(text)]);
    assert.match(await page.locator(".markdown").textContent(), /[>-] ?deep$/);
  }
});
