import assert from "node:assert/strict";
import { test } from "node:test";

import { isWebAddress, webAddressesIn } from "../../src/webAddress";

test("an address of the web has a host, and nothing that hides it", () => {
  for (const address of ["https://example.org", "http://127.0.0.1:8000/a?b#c", "HTTPS://example.org/(a)"]) {
    assert.ok(isWebAddress(address), address);
  }
  for (const address of [
    "command:workbench.action.quit",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "vscode://settings",
    "https:example.org",
    "https://good.org@evil.org/",
    "https://evil.org\\@good.org/",
    " https://example.org",
    "https://",
  ]) {
    assert.ok(!isWebAddress(address), address);
  }
});

test("addresses in a text end before the end of their sentence", () => {
  const text = "See https://a.org/x, (http://b.org/y). `https://c.org` or https://u:p@d.org!";
  assert.deepEqual(
    webAddressesIn(text).map(({ start, address }) => [text.slice(start, start + address.length), address]),
    [
      ["https://a.org/x", "https://a.org/x"],
      ["http://b.org/y", "http://b.org/y"],
      ["https://c.org", "https://c.org"],
    ],
  );
});

test("a long row of marks in an address is read once", { timeout: 60_000 }, () => {
  const address = `https://a.org/${")".repeat(400_000)}x`;
  assert.deepEqual(webAddressesIn(`${address}).`), [{ start: 0, address }]);
});
