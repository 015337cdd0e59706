/** The repositories of VS Code's Git extension: https://github.com/microsoft/vscode/blob/main/extensions/git/src/api/git.d.ts */

import type { Uri} from "vscode";
import { ProgressLocation, extensions, window } from "vscode";

import type { Repository } from "./commands/ui";
import { t } from "./l10n";

interface GitRepository {
  readonly rootUri: Uri;
  readonly inputBox: { value: string };
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
}

/** That at `root`, else the only one or one that is chosen. */
export async function repositoryAt(root: string | undefined): Promise<Repository | undefined> {
  const extension = extensions.getExtension<GitExtension>("vscode.git");
  if (extension === undefined) {
    return undefined;
  }
  const { repositories } = (await extension.activate()).getAPI(1);
  const found = repositories.find(({ rootUri }) => rootUri.toString() === root) ?? (await chosen(repositories));
  return found === undefined ? undefined : asRepository(found);
}

async function chosen(repositories: readonly GitRepository[]): Promise<GitRepository | undefined> {
  if (repositories.length < 2) {
    return repositories[0];
  }
  const items = repositories.map((repository) => ({ label: repository.rootUri.path, repository }));
  return (await window.showQuickPick(items, { title: t("Select a repository") }))?.repository;
}

function asRepository({ rootUri, inputBox }: GitRepository): Repository {
  return {
    uri: rootUri.toString(),
    message: () => inputBox.value,
    setMessage: (text) => {
      inputBox.value = text;
    },
    whileWorking: async (act) => window.withProgress({ location: ProgressLocation.SourceControl }, act),
  };
}
