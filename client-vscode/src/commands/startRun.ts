/** Starting a run, and showing it. */

import { isOfServer, ServerError } from "../daemon/serverError";
import { t } from "../l10n";
import type { ShortRunInfo } from "../protocol/generated";
import { oneLine } from "../displayText";
import { queuedBehind } from "../runs/runText";
import { showNotice } from "./notice";
import type { SentRequest, Start, Starting } from "./sentRequests";
import type { Services } from "./services";

/** Start a run, and give its id; it is known to the views before its first event comes. */
export async function start<K extends Starting>(services: Services, request: Start<K>): Promise<string> {
  const started: ShortRunInfo = await services.daemon.command(request.command, request.argument).catch((error: unknown) => {
    const again = () => start(services, request);
    if (error instanceof ServerError && isOfServer(error)) {
      services.sent.noteUnsent({ title: request.title, again });
    }
    throw withRetry(error, again);
  });
  services.sent.note(started.runId, request as SentRequest);
  services.runs.addStarted(started, oneLine(started.title ?? request.title, 120));
  if (request.isOpened) {
    services.openRun(started.runId);
  } else if (started.state === "queued" && started.position > 0) {
    tellQueued(services, started);
  }
  return started.runId;
}

/** Offer what could not be started for want of a server, now that there is one. */
export function offerUnsent(services: Services): void {
  const unsent = services.sent.takeUnsent();
  if (unsent !== undefined) {
    const name = unsent.title === "" ? t("the run") : `“${oneLine(unsent.title, 80)}”`;
    showNotice(services, "info", t("The server is running. Try {name} again?", { name }), [{ label: t("Retry"), act: unsent.again }]);
  }
}

function withRetry(error: unknown, again: () => Promise<unknown>): unknown {
  if (error instanceof ServerError) {
    error.again = again;
  }
  return error;
}

/** The conversation says it, too, where it is shown. */
function tellQueued(services: Services, { runId, position, waitsFor = "" }: ShortRunInfo): void {
  const ahead = waitsFor === "" ? queuedBehind(services.runs, runId) : oneLine(waitsFor, 160);
  const why = ahead === "" ? t("Another run is in progress in this folder") : ahead;
  const act = () => {
    services.openRun(runId);
    return Promise.resolve();
  };
  const text = t("{why}. Your run is queued at position {position}.", { why, position });
  services.ui.showMessage("info", text, [{ label: t("Open Run"), act }]);
}
