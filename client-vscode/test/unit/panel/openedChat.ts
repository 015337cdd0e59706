import type { TestContext } from "node:test";

import type { RunEvent } from "../../../src/conversation/event";
import { Chat } from "../../../src/panel/chat";
import { NO_CHOICES } from "../../../src/panel/choices";
import { FakePanelHost, FakeWebview, event } from "./fakePanel";

export interface Scene { readonly host: FakePanelHost; readonly webview: FakeWebview; readonly chat: Chat }

/** What the input sends. */
const SUBMIT = { type: "submit", interrupt: false, attachments: [], choices: NO_CHOICES, replaces: "" };
export const submit = (prompt: string): typeof SUBMIT & { readonly prompt: string } => ({ ...SUBMIT, prompt });

/** A chat with the run `s.1`, whose webview is not ready yet. */
export function opened(context: TestContext, host = new FakePanelHost()): Scene {
  const webview = new FakeWebview();
  const chat = new Chat(webview, host);
  chat.open("s.1");
  context.after(() => {
    chat.dispose();
  });
  return { host, webview, chat };
}

export function started(seq = 1000, task = "Fix it.", runId = "s.1"): RunEvent {
  return event(seq, "run.started", { task, workspace: "/p" }, runId);
}
