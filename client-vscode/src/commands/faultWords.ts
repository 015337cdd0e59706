/** What went wrong, as one sentence with the button that helps. */

import { DaemonFault, type FaultCode } from "../daemon/daemonFault";
import { oneLine } from "../shownText";

/** A command of the editor behind a button. */
export interface Remedy {
  readonly label: string;
  readonly command: string;
}

export interface FaultWords {
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

const SHOW_RUNS: Remedy = { label: "Show Runs", command: "architect.runs.focus" };
const SHOW_OUTPUT: Remedy = { label: "Show Output", command: "architect.ui.showOutput" };
const OPEN_FOLDER: Remedy = { label: "Open Folder...", command: "vscode.openFolder" };
const RESTART: Remedy = { label: "Restart Server", command: "architect.ui.restartServer" };
const MODEL: Remedy = { label: "Select Model...", command: "architect.ui.configureModel" };
const TRUST: Remedy = { label: "Manage Trust", command: "workbench.trust.manage" };
const INSTALL: Remedy = { label: "Install Server", command: "architect.ui.installServer" };

const REMEDIES: Readonly<Record<FaultCode, readonly Remedy[]>> = {
  invalid_params: [],
  busy: [SHOW_RUNS],
  unknown_run: [SHOW_RUNS],
  stale: [SHOW_OUTPUT],
  not_configured: [MODEL, SHOW_OUTPUT],
  untrusted: [TRUST],
  no_server: [INSTALL, SHOW_OUTPUT],
  connection: [RESTART, SHOW_OUTPUT],
  cancelled: [],
  other: [SHOW_OUTPUT],
};

/** Undefined if there is nothing to tell: the user went away. */
export function faultWords(error: unknown, hasFolder: boolean): FaultWords | undefined {
  if (!(error instanceof DaemonFault)) {
    const said = error instanceof Error ? error.message : String(error);
    const message = `Something went wrong: ${oneLine(said, 300)}`;
    return { message, remedies: [SHOW_OUTPUT] };
  }
  if (error.code === "cancelled") {
    return undefined;
  }
  const lacksFolder = error.code === "not_configured" && !hasFolder;
  return {
    message: oneLine(error.message, 400),
    remedies: lacksFolder ? [OPEN_FOLDER] : REMEDIES[error.code],
  };
}
