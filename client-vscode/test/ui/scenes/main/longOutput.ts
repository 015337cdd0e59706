import assert from "node:assert/strict";

import { commands, Gate, says } from "../../../host/model";
import { longSequel } from "../../run";

const TYPED = "while ten thousand lines come, every character that is typed here has to stay where it was typed, in its order; ".repeat(2);

longSequel("ten thousand lines of a command come while the user types, and no character is lost", async (window) => {
  const gate = new Gate(window.file("gate"), "gate");
  window.set("architect.mode", "yolo");
  window.modelGives(gate.wait, commands("seq 1 10000"), says("All are counted."));
  await window.runTask("count");
  await window.webview.locator(".call").filter({ hasText: "cat gate" }).first().waitFor();
  const field = window.webview.getByLabel("Message to the agent");
  await field.click();
  await window.page.keyboard.type(TYPED.slice(0, 20));
  const opened = gate.open();
  await window.page.keyboard.type(TYPED.slice(20), { delay: 10 });
  await opened;
  await window.said("All are counted.").waitFor();
  assert.equal(await field.inputValue(), TYPED);
  const call = window.webview.locator(".call").filter({ hasText: "seq 1 10000" }).last();
  await call.getByText("10000").last().waitFor();
});
