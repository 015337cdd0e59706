/**
 * Notifications that go when they have to.
 *
 * VS Code lets no extension close one with buttons: it stays behind the bell, whatever became of it.
 * One of progress goes with its promise; it has links in the place of buttons, and Cancel, without
 * which VS Code would show one line of it.
 */

import { ProgressLocation, commands, window } from "vscode";

import type { Disposable } from "../disposable";
import { toastTitle } from "./toastLinks";
import type { ShowToast } from "./questionToasts";

/** No command of users: only the links of notifications know what is pressed by it. */
const PRESS = "architect.ui.pressInNotification";

export class LastingToasts implements Disposable {
  private readonly shown = new Map<number, (at: number) => void>();
  private count = 0;
  private readonly command = commands.registerCommand(PRESS, (toast: number, at: number) => {
    this.shown.get(toast)?.(at);
  });

  readonly show: ShowToast = (text, links, pressed) => {
    this.count += 1;
    const toast = this.count;
    this.shown.set(toast, (at) => {
      const link = links[at];
      if (link !== undefined) {
        pressed.link(link);
      }
    });
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const title = toastTitle(text, links, (at) => `${PRESS}?${JSON.stringify([toast, at])}`);
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    void window.withProgress(options, (_, token) => {
      token.onCancellationRequested(pressed.cancel);
      return closed;
    });
    return {
      dispose: () => {
        this.shown.delete(toast);
        close();
      },
    };
  };

  dispose(): void {
    this.command.dispose();
  }
}
