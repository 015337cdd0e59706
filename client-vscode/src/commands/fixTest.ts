/** A run that fixes a failed test, from the views of tests. */

import { t } from "../l10n";
import type { RunArgs } from "../protocol/generated";
import { oneLine } from "../displayText";
import { testIn } from "./attach";
import type { Command } from "./services";
import { start } from "./startRun";

export const fixTest: Command = async (services, argument) => {
  const test = testIn(services, argument);
  if (test === undefined) {
    services.ui.showMessage("info", t("No test is selected."));
    return;
  }
  const prompt = `Fix what makes this test fail: ${test.name}. Find the cause; change the test only if it is wrong itself.`;
  const title = t("Fix: {name}", { name: oneLine(test.name, 80) });
  const scope = test.uri === undefined ? {} : { scope: { uris: [test.uri] } };
  const attached: RunArgs = { prompt, title, ...scope, attachments: [{ ...test }] };
  await start(services, { command: "architect.run", argument: attached, title, isOpened: true });
};
