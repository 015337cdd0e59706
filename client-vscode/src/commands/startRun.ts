/** Starting a run, and showing it. */

import type { Commands, ShortRunInfo } from "../protocol/generated";
import { oneLine } from "../displayText";
import type { Services } from "./services";

type Starting = {
  [K in keyof Commands]: Commands[K]["result"] extends ShortRunInfo
    ? ShortRunInfo extends Commands[K]["result"]
      ? K
      : never
    : never;
}[keyof Commands];

/** `isOpened` says whether its conversation is what the user wants to see. */
export interface Start<K extends Starting> {
  readonly command: K;
  readonly argument: Commands[K]["argument"];
  readonly title: string;
  readonly isOpened: boolean;
}

/** Start a run; it is known to the views before its first event comes. */
export async function start<K extends Starting>(services: Services, request: Start<K>): Promise<void> {
  const started: ShortRunInfo = await services.daemon.command(request.command, request.argument);
  services.runs.addStarted(started, oneLine(request.title, 120));
  if (request.isOpened) {
    services.openRun(started.runId);
  }
  if (started.state === "queued" && started.position > 0) {
    const place = `at position ${String(started.position)}`;
    services.ui.showMessage("info", `Another run is in progress in this folder. Your run is queued ${place}.`);
  }
}
