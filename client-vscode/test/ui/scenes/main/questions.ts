import assert from "node:assert/strict";

import { commands, says } from "../../../host/model";
import { until } from "../../../until";
import { openRun } from "../../openRun";
import { longSequel } from "../../run";
import type { Window } from "../../window";

const COMMAND = "python3 -m unittest";
/** The least that a window of VS Code can be made, and what it opens at first. */
const WIDTHS = [400, 1440];

const card = (window: Window) => window.webview.locator(".question").filter({ hasText: COMMAND });

async function asked(window: Window): Promise<void> {
  window.modelGives(commands(COMMAND), says("Done."));
  await window.runTask("try the tests");
  await card(window).getByRole("button", { name: "Allow Once" }).waitFor();
  await window.toast(COMMAND).waitFor({ state: "hidden" });
  await window.closeChat();
  await window.toast(COMMAND).waitFor();
}

const ANSWERS = ["Allow Once", "For This Run", "Deny...", "More"];

/** Whether all answers can be read in the notification of the question. */
async function areInSight(window: Window): Promise<boolean> {
  const toast = window.toast(COMMAND);
  const outer = await toast.boundingBox();
  const inner = await Promise.all(ANSWERS.map((name) => toast.getByRole("link", { name, exact: true }).boundingBox()));
  return outer !== null && inner.every((box) => box !== null && box.x >= outer.x && box.x + box.width <= outer.x + outer.width);
}

longSequel("answers on a notification can be read in a narrow window too, and given by keys", async (window) => {
  await asked(window);
  for (const width of WIDTHS) {
    await window.page.setViewportSize({ width, height: 900 });
    await until(`the notification in ${width} pixels`, async () => {
      const box = await window.toast(COMMAND).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    });
    await window.pictureAsIs(`notification-${String(width)}`);
    assert.ok(await areInSight(window));
  }
  // The card tells it as soon as it is in sight, and nothing of it stays behind the bell.
  await openRun(window, "try the tests");
  await card(window).waitFor();
  await window.toast(COMMAND).waitFor({ state: "detached" });
  await window.command("Notifications: Show Notifications");
  const center = window.page.locator(".notifications-center");
  await center.waitFor();
  assert.equal(await center.getByText(COMMAND).count(), 0);
  await window.page.keyboard.press("Escape");
  await window.closeChat();
  await window.toast(COMMAND).waitFor();

  await window.command("Notifications: Focus Notification Toast");
  const more = window.toast(COMMAND).getByRole("link", { name: "More" });
  await until("the focus on More", async () => {
    await window.page.keyboard.press("Tab");
    return (await more.and(window.page.locator(":focus")).count()) > 0;
  });
  await window.page.keyboard.press("Enter");
  await window.pick("Stop");
  await window.toast(COMMAND).waitFor({ state: "detached" });
  await openRun(window, "try the tests");
  await window.webview.locator(".outcome").filter({ hasText: "Cancelled" }).waitFor();
  await window.said("the user stopped the run").waitFor();
});
