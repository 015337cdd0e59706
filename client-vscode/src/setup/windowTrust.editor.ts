/** The trust of this window, and the context key of what is shown where there is none. */

import { commands, workspace } from "vscode";

import { timer } from "../timer";
import { WindowTrust } from "./windowTrust";

const CONTEXT = "architect.untrusted";

export function windowTrust(): WindowTrust {
  const trust = new WindowTrust(
    {
      isTrusted: () => workspace.isTrusted,
      onGranted: (listener) => workspace.onDidGrantWorkspaceTrust(listener),
    },
    timer,
  );
  trust.onChange(() => void commands.executeCommand("setContext", CONTEXT, trust.isRefused));
  return trust;
}
