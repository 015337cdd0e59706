import { edits, reads, says } from "../../../host/model";
import { until } from "../../../until";
import { longScene } from "../../run";
import { appears } from "../../window";

const FILE = "ledger/report.py";

longScene("@architect carries out a task in VS Code's own chat, and shows what it changed", async (window) => {
  window.set("chat.disableAIFeatures", false);
  await window.modelBecomes(reads(FILE), edits(FILE, "shares = split", "parts = split"), says("It is **renamed** now."));
  const input = window.page.locator(".interactive-input-part .monaco-editor").first();
  await until("the chat of VS Code", async () => {
    await window.page.keyboard.press("Control+Alt+KeyI");
    return await appears(input, 5_000);
  });
  const answer = window.page.locator(".interactive-response").last();
  // VS Code lets nobody answer before it has found a model, which it looks for when it is asked first;
  // until then it may make its view anew, and forget what was sent.
  await until("the answer", async () => {
    await input.click();
    await window.page.keyboard.press("Control+KeyA");
    await window.page.keyboard.type("@architect rename it ");
    await window.page.keyboard.press("Enter");
    await appears(answer.getByText(/renamed|Language model unavailable/).first(), 20_000);
    return await answer.getByText("renamed").first().isVisible();
  });
  await answer.locator("strong", { hasText: "renamed" }).waitFor();
  await window.pictureAsIs("vscode-chat");
  await answer.getByText("Show Changes").click();
  await window.editorShows("parts = split");
});
