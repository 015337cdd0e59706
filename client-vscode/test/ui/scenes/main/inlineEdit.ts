import { edits, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { longScene } from "../../run";
import { appears } from "../../window";

longScene("a selection is changed from the keyboard, in an input of its own below it", async (window) => {
  const line = "share = total";
  window.modelGives(reads("ledger/split.py"), edits("ledger/split.py", line, `part = total`), says("Renamed."));
  await window.openFile("ledger/split.py");
  await window.goToLine(11);
  await window.page.keyboard.press("Shift+ArrowDown");
  const input = window.page.locator(".review-widget .comment-form .monaco-editor");
  const focused = window.page.locator(".review-widget .comment-form .monaco-editor.focused");
  // A key does nothing before VS Code knows that it is possible here.
  await until("the input below the selection", async () => {
    await window.page.keyboard.press("Control+KeyK");
    await window.page.keyboard.press("Alt+KeyI");
    return await appears(focused, 5_000);
  });
  await window.page.keyboard.type("call it part");
  await input.filter({ hasText: "part" }).waitFor();
  await window.page.keyboard.press("Enter");
  await window.editorShows("part = total");
  await window.page.locator(".review-widget").waitFor({ state: "detached" });
  await window.page.locator(".codelens-decoration", { hasText: "Undo" }).first().waitFor();
});
