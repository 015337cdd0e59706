import { edits, reads, says } from "../../../host/model";
import { scene } from "../../run";

scene("a selection is changed from the keyboard, in an input of its own below it", async (window) => {
  const line = "share = total";
  window.modelGives(reads("ledger/split.py"), edits("ledger/split.py", line, `part = total`), says("Renamed."));
  await window.openFile("ledger/split.py");
  await window.goToLine(11);
  await window.page.keyboard.press("Shift+ArrowDown");
  await window.page.keyboard.press("Control+KeyK");
  await window.page.keyboard.press("Alt+KeyI");
  const input = window.page.locator(".review-widget .comment-form .monaco-editor");
  await window.page.locator(".review-widget .comment-form .monaco-editor.focused").waitFor();
  await window.page.keyboard.type("call it part");
  await input.filter({ hasText: "part" }).waitFor();
  await window.page.keyboard.press("Enter");
  await window.editorShows("part = total");
  await window.page.locator(".review-widget").waitFor({ state: "detached" });
  await window.page.locator(".codelens-decoration", { hasText: "Undo" }).first().waitFor();
});
