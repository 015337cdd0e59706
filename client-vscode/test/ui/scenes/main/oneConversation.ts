import { Gate } from "../../../host/model";
import { until } from "../../../until";
import { scene } from "../../run";
import { expand, row, view } from "../../sideBar";
import { theConversation } from "../../theConversation";
import { appears, type Window } from "../../window";

async function send(window: Window, text: string): Promise<void> {
  const field = window.webview.getByLabel("Message to the agent");
  await field.fill(text);
  await field.press("Enter");
}

async function mode(window: Window, value: string): Promise<void> {
  await window.webview.getByLabel("Mode", { exact: true }).selectOption(value);
}

/** Wait for the end of the `count`th run. */
async function ended(window: Window, count: number): Promise<void> {
  await window.webview.locator(".outcome").nth(count - 1).waitFor();
}

function asks(window: Window, about: string) {
  return window.webview.locator(".question[data-open=true]").filter({ hasText: about });
}

async function runsCommand(window: Window, command: string): Promise<void> {
  await window.webview.locator(".call").filter({ hasText: command }).first().waitFor();
}

scene("the conversation of all front ends is held in the chat by its input and buttons", async (window) => {
  const words = theConversation();
  const gate = new Gate(window.file(words.gate), words.gate);
  window.write(words.notes, "short\n");
  window.set("architect.apiBase", words.address);
  window.set("architect.model", "hosted_vllm/m");
  await window.openViews();
  await window.command("Architect: New Chat");
  await mode(window, "ask");
  await window.webview.getByRole("button", { name: "Attach files" }).click();
  await window.pick("Files and Images");
  const chip = window.webview.locator(".chip", { hasText: words.notes }).first();
  const inDialog = window.page.locator(".quick-input-list .monaco-list-row", { hasText: words.notes });
  await until("the chip of the file", async () => {
    await inDialog.click({ timeout: 5_000 }).catch(() => undefined);
    return await appears(chip, 2_000);
  });
  await send(window, words.task);
  await runsCommand(window, `cat ${words.gate}`);
  await send(window, words.meanwhile);
  await window.webview.locator(".queued").getByText(`Queued: ${words.meanwhile}`).waitFor();
  await gate.open();
  await asks(window, words.file).getByRole("button", { name: "Allow Once" }).click();
  const other = asks(window, "touch other.txt");
  await other.getByLabel("Reason for denying").fill(words.reason);
  await other.getByRole("button", { name: "Deny", exact: true }).click();
  await window.said(words.answers[0]).waitFor();
  await ended(window, 1);

  await send(window, words.followUp);
  await ended(window, 2);
  await send(window, words.slow);
  await runsCommand(window, `cat ${words.gate} ${words.gate}`);
  await window.webview.getByRole("button", { name: "Stop the run" }).click();
  await ended(window, 3);

  // The plan is carried out in the mode before.
  await mode(window, "edit");
  await mode(window, "plan");
  await send(window, words.planned);
  await window.webview.getByRole("button", { name: "Carry Out the Plan" }).click();
  await window.said(words.carriedOut).waitFor();
  await ended(window, 5);

  const question = window.page.locator(".monaco-dialog-box", { hasText: `Undo “${words.task}”?` });
  await until("the question about the undo", async () => {
    await row(window, "Runs", words.task).click({ button: "right" });
    await window.pickInMenu("Undo Run");
    return await appears(question, 5_000);
  });
  await window.confirms(`Undo “${words.task}”?`, "Undo");
  await window.toast("Changes undone in 1 file").waitFor();

  await expand(window, "Sessions");
  const sessions = view(window, "Sessions").locator(".monaco-list-row");
  await row(window, "Sessions", words.task).click({ button: "right" });
  await window.pickInMenu("Fork Session");
  await until("two sessions", async () => (await sessions.count()) === 2);
  await mode(window, "ask");
  await send(window, words.inTheFork);
  await window.said(words.forked).waitFor();
});
