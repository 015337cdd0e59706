/** A commit message from what is staged, into the input of source control. */

import { t } from "../l10n";
import { urisIn } from "./commandArguments";
import type { Command } from "./services";

/** Nothing is committed; a message that was there comes back with a button. */
export const commitMessage: Command = async ({ ui, daemon }, argument) => {
  const [root] = urisIn(argument);
  const repository = await ui.repository(root);
  if (repository === undefined) {
    ui.showMessage("info", t("No Git repository is open."));
    return;
  }
  const before = repository.message();
  const { message } = await repository.whileWorking(() =>
    daemon.command("architect.commitMessage", { uri: repository.uri }),
  );
  repository.setMessage(message);
  if (before.trim() !== "") {
    const act = () => {
      repository.setMessage(before);
      return Promise.resolve();
    };
    ui.showMessage("info", t("The commit message was replaced."), [{ label: t("Undo"), act }]);
  }
};
