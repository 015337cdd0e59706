import assert from "node:assert/strict";
import { test } from "node:test";

import { harmlessMarkdown } from "../../src/editorChat/harmlessMarkdown";

test("pictures and HTML of a model stay text", () => {
  assert.equal(harmlessMarkdown("see ![x](http://a) <img src=x> 1 < 2"), "see !\\[x](http://a) &lt;img src=x> 1 < 2");
  // What is escaped stays so.
  assert.equal(harmlessMarkdown("\\<img> \\\\<img> \\![x](http://a)"), "\\<img> \\\\&lt;img> \\![x](http://a)");
});

test("code of a model stays as it is", () => {
  for (const code of [
    "```rust\nlet a: Vec<u8> = b![c];\n```",
    "```\n<a>\n\n```\nand\n~~~html\n```\n<b>\n~~~",
    "1. first\n\n   ```rust\n   Vec<u8>\n     Vec<u8>\n   ```\n",
    "1. first\n\n    ```rust\n    Vec<u8>\n    ```\n",
    "a `Vec<u8>` and `` `Vec<u8>` ``, *`<b>`* (`<c>`)",
    "see [the docs](https://a.org/b) and `Vec<u8>`\nand `<b>`",
    "- [x] `Vec<u8>`",
  ]) {
    assert.equal(harmlessMarkdown(code), code);
  }
  assert.equal(harmlessMarkdown("```\n<a>\n```\n<a> `<a>`"), "```\n<a>\n```\n&lt;a> `<a>`");
});

test("what some reader would not take for code is escaped", () => {
  const picture = "![x](http://a)";
  for (const [before, after = ""] of [
    ["a ` b\nc ` ", " ` d"],
    ["| a ` | ", " ` |"],
    ["[a](`) ", " `"],
    ["[a\nb](`) ", " `"],
    ["[a]: `x ", "`"],
    ["http://a`b ", "`"],
    ["\\` ", "`"],
    ["`` a ` ", " ` b"],
    ["> ```\n", "\n```"],
    ["- ```\n", "\n```"],
    ["- a\n\n  ```\n", "\n  ```"],
    ["text\n    ```\n    ", "\n    ```"],
    ["\t```\n\t```\n```\n```\n", ""],
    ["[a]:\n```\n", "\n```"],
    ["```a`b\n", "\n```"],
    ["```\n a\n ```\n", "\n```"],
    ["````\n```\n````\n", ""],
  ] as const) {
    const shown = harmlessMarkdown(`${before}${picture}${after}`);
    assert.equal(shown.includes(picture), false, shown);
  }
});
