import { says } from "../../../host/model";
import { until } from "../../../until";
import { longScene } from "../../run";
import { row, view } from "../../sideBar";

longScene("a session is renamed, found by its words, forked, exported and deleted", async (window) => {
  window.modelGives(says("The remainder is a kumquat."));
  await window.ourView.click();
  await window.runTask("what is lost");
  await window.webview.locator(".outcome").waitFor();
  await view(window, "Sessions").locator(".pane-header").click();
  const menu = async (title: string, entry: string) => {
    await row(window, "Sessions", title).click({ button: "right" });
    await window.pickInMenu(entry);
  };
  await row(window, "Sessions", "what is lost").waitFor();
  await menu("what is lost", "Rename Session...");
  await window.answerInputOf("Rename Session", "the lost cent");
  await row(window, "Sessions", "the lost cent").waitFor();
  await window.command("Architect: New Chat");
  await window.webview.locator(".outcome").waitFor({ state: "detached" });
  await window.command("Architect: Search Sessions...");
  await window.answerInputOf("Search Sessions", "kumquat");
  await window.page.locator(".quick-input-list .monaco-list-row", { hasText: "the lost cent" }).waitFor();
  await window.pick("the lost cent");
  await window.said("The remainder is a kumquat.").waitFor();

  await menu("the lost cent", "Fork Session");
  const all = view(window, "Sessions").locator(".monaco-list-row");
  await until("two sessions", async () => (await all.count()) === 2);
  await window.modelBecomes(says("It is a cent."));
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill("say it plainly");
  await field.press("Enter");
  await window.said("It is a cent.").waitFor();
  await window.webview.locator(".outcome").nth(1).waitFor();
  await row(window, "Sessions", "the lost cent").click();

  await menu("the lost cent", "Export Session...");
  await window.pick("Markdown");
  await until("a name for the file", async () => (await window.quickInput.inputValue()).endsWith(".md"));
  await window.quickInput.press("Enter");
  await window.editorShows("The remainder is a kumquat.");

  await menu("the lost cent", "Delete Session...");
  await window.confirms("Delete “the lost cent", "Delete");
  await until("one session", async () => (await all.count()) === 1);
});
