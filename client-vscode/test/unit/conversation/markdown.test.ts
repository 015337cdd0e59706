import assert from "node:assert/strict";
import { test } from "node:test";

import type { Inline, MarkdownBlock } from "../../../src/conversation/markdown/markdown";
import { parseInline } from "../../../src/conversation/markdown/parseInline";
import { parseMarkdown } from "../../../src/conversation/markdown/parseMarkdown";

function read(text: string): readonly MarkdownBlock[] {
  return parseMarkdown(text).map((each) => each.block);
}

function plain(text: string): Inline {
  return { kind: "text", text };
}

function paragraph(text: string): MarkdownBlock {
  return { kind: "paragraph", inlines: [plain(text)] };
}

/** All text of a tree, as it will be seen. */
function textOf(blocks: readonly (MarkdownBlock | Inline)[]): string {
  return blocks
    .map((block): string => {
      switch (block.kind) {
        case "text":
        case "code":
          return block.text;
        case "quote":
          return textOf(block.blocks);
        case "list":
          return block.items.map(textOf).join("");
        case "table":
          return [block.header, ...block.rows].map((row) => row.map(textOf).join("")).join("");
        case "rule":
          return "";
        default:
          return textOf(block.inlines) + (block.kind === "link" ? block.target : "");
      }
    })
    .join("");
}

test("headings, paragraphs and rules", () => {
  assert.deepEqual(read("## Two\nunder it\n\nnext\n\n---\n"), [
    { kind: "heading", level: 2, inlines: [plain("Two")] },
    paragraph("under it"),
    paragraph("next"),
    { kind: "rule" },
  ]);
});

test("lists, ordered and in each other", () => {
  assert.deepEqual(read("3. one\n4. two\n   - in two\n   - again\n\nafter"), [
    {
      kind: "list",
      start: 3,
      items: [
        [paragraph("one")],
        [
          paragraph("two"),
          {
            kind: "list",
            start: undefined,
            items: [[paragraph("in two")], [paragraph("again")]],
          },
        ],
      ],
    },
    paragraph("after"),
  ]);
});

test("a blank line between items does not end the list", () => {
  const [list, ...others] = read("- a\n\n- b\n\n  more of b\n");
  assert.equal(others.length, 0);
  assert.ok(list?.kind === "list");
  assert.deepEqual(list.items, [[paragraph("a")], [paragraph("b"), paragraph("more of b")]]);
});

test("a fence may hold shorter fences", () => {
  assert.deepEqual(read("````md\n```js\nx\n```\n````\nafter"), [
    { kind: "code", language: "md", text: "```js\nx\n```" },
    paragraph("after"),
  ]);
});

test("a fence that nobody has closed yet goes to the end", () => {
  assert.deepEqual(read("```py\nx = 1\n# no heading"), [
    { kind: "code", language: "py", text: "x = 1\n# no heading" },
  ]);
});

test("quotes and tables", () => {
  assert.deepEqual(read("> said\n> so\n\n| a | b |\n|---|:-:|\n| 1 | `2` |\n| 3 |"), [
    { kind: "quote", blocks: [paragraph("said\nso")] },
    {
      kind: "table",
      header: [[plain("a")], [plain("b")]],
      rows: [
        [[plain("1")], [{ kind: "code", text: "2" }]],
        [[plain("3")], []],
      ],
    },
  ]);
});

test("emphasis of all kinds", () => {
  assert.deepEqual(parseInline("*a* __b__ ~~c~~ ***d*** snake_case_name 2 * 3 * 4"), [
    { kind: "emphasis", inlines: [plain("a")] },
    plain(" "),
    { kind: "strong", inlines: [plain("b")] },
    plain(" "),
    { kind: "struck", inlines: [plain("c")] },
    plain(" "),
    { kind: "strong", inlines: [{ kind: "emphasis", inlines: [plain("d")] }] },
    ...parseInline(" snake_case_name 2 * 3 * 4"),
  ]);
  assert.equal(textOf(parseInline("snake_case_name 2 * 3 * 4")), "snake_case_name 2 * 3 * 4");
});

test("nothing inside of code has a meaning", () => {
  assert.deepEqual(parseInline("`` a`*b* `` and `<b>`"), [
    { kind: "code", text: "a`*b*" },
    plain(" and "),
    { kind: "code", text: "<b>" },
  ]);
});

test("a link is its text and its target, wherever it leads", () => {
  for (const target of ["https://a.example/b_(c)", "command:workbench.action.quit", "javascript:alert(1)"]) {
    const [link] = parseInline(`[click *here*](${target})`);
    assert.ok(link?.kind === "link");
    assert.equal(link.target, target);
    assert.equal(textOf(link.inlines), "click here");
  }
});

test("HTML is text", () => {
  const html = '<script>alert(1)</script> <img src=x onerror="alert(1)"> &lt;b&gt;';
  assert.equal(textOf(read(html)), html);
});

test("no character is lost, whatever stands there", () => {
  for (const text of ["x *", "**a", "a_b", "[x](", "[x] (y)", "`a", "~~", "![", "\\", "1.a", "#a", "a | b", "> "]) {
    assert.equal(textOf(read(text)).replaceAll(/\s/g, ""), text.replaceAll(/[\s>]/g, ""));
  }
});

for (const [what, text] of [
  ["brackets", "[".repeat(50_000)],
  ["stars", "*a ".repeat(30_000)],
  ["closing stars", "a* ".repeat(30_000)],
  ["backticks", "`".repeat(50_000)],
  ["growing backticks", Array.from({ length: 300 }, (_, at) => "`".repeat(at)).join(" ")],
  ["quotes in quotes", ">".repeat(50_000)],
  ["lists in lists", "- ".repeat(20_000)],
  ["one long line", "x".repeat(2_000_000)],
  ["blank lines in a list", `- a\n${"\n".repeat(50_000)}b`],
  ["a fence and spaces", `\`\`\`${" ".repeat(100_000)}\``],
  ["a heading of spaces", `# ${" ".repeat(100_000)}x`],
  ["a rule of a table", `a|b\n${"|-".repeat(50_000)}x`],
  ["items", "- a\n\n".repeat(20_000)],
  ["links", "[a](b".repeat(20_000)],
] as const) {
  test(`${what} without end take no time without end`, { timeout: 20_000 }, () => {
    assert.ok(read(text).length > 0);
  });
}
