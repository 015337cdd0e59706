import assert from "node:assert/strict";

import { commands, says } from "../../../host/model";
import { until } from "../../../until";
import { openRun } from "../../openRun";
import { longSequel } from "../../run";
import type { Window } from "../../window";

const COMMAND = "python3 -m unittest";
/** The least that a window of VS Code can be made, and what it opens at first. */
const WIDTHS = [400, 1440];

async function asked(window: Window): Promise<void> {
  window.modelGives(commands(COMMAND), says("Done."));
  await window.runTask("try the tests");
  const card = window.webview.locator(".question").filter({ hasText: COMMAND });
  await card.getByRole("button", { name: "Allow Once" }).waitFor();
  await window.toast(COMMAND).waitFor({ state: "hidden" });
  await window.closeChat();
  await window.toast(COMMAND).waitFor();
}

/** What the page knows of a button. */
interface Shown {
  readonly textContent: string | null;
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** Labels of the question's buttons that end in an ellipsis of the editor's. */
async function cutLabels(window: Window): Promise<readonly (string | null)[]> {
  const buttons = window.toast(COMMAND).locator(".monaco-button");
  return await buttons.evaluateAll((all: readonly Shown[]) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
  );
}

longSequel("answers on a notification can be read in a narrow window too, and given by keys", async (window) => {
  await asked(window);
  for (const width of WIDTHS) {
    await window.page.setViewportSize({ width, height: 900 });
    await until(`the notification in ${width} pixels`, async () => {
      const box = await window.toast(COMMAND).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    });
    assert.deepEqual(await cutLabels(window), []);
  }

  await window.command("Notifications: Focus Notification Toast");
  const stop = window.toast(COMMAND).getByRole("button", { name: "Stop" });
  await until("the focus on Stop", async () => {
    await window.page.keyboard.press("Tab");
    return (await stop.and(window.page.locator(":focus")).count()) > 0;
  });
  await window.page.keyboard.press("Enter");
  await openRun(window, "try the tests");
  await window.webview.locator(".outcome").filter({ hasText: "Cancelled" }).waitFor();
  await window.said("the user stopped the run").waitFor();
});
