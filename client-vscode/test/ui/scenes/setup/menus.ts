import assert from "node:assert/strict";

import { says } from "../../../host/model";
import { longScene } from "../../run";
import type { Window } from "../../window";

async function ends(window: Window, task: string): Promise<void> {
  await window.page.locator(`.statusbar-item [aria-label*="“${task}”: Done"]`).waitFor();
}

longScene("the menus of the editor, the explorer and source control begin reviews; the palette has them too", async (window) => {
  window.modelGives(says("Nothing to report."));
  await window.openFile("ledger/split.py");
  await window.goToLine(11);
  await window.page.keyboard.press("Shift+ArrowDown");
  const line = window.page.locator(".view-line", { hasText: "share = total" });
  await window.openSubmenuOf(line, "Architect", "Run Task on Selection...");
  for (const task of ["Fix", "Explain Selection", "Write Tests for Selection", "Review File"]) {
    await window.menu(task).waitFor();
  }
  await window.pickInMenu("Review Selection");
  await ends(window, "Review Selection in ledger/split.py");

  const file = window.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "README.md" });
  await window.openSubmenuOf(file, "Architect", "Run Task...");
  await window.pickInMenu("Review File");
  await ends(window, "Review README.md");

  await window.offered("Architect: Review Uncommitted Changes");
  await window.page.keyboard.press("Escape");
  window.write("README.md", "# Another\n");
  await window.page.keyboard.press("Control+Shift+KeyG");
  const side = window.page.locator(".sidebar");
  await side.getByRole("button", { name: "Review Uncommitted Changes" }).first().click();
  await ends(window, "Review Uncommitted Changes");
  await side.locator(".scm-view .monaco-list-row", { hasText: "README.md" }).click({ button: "right" });
  await window.pickInMenu("Review File");
  await ends(window, "Review README.md");
  assert.equal(window.onDisk("README.md"), "# Another\n");
});
