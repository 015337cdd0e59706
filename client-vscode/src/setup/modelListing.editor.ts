/** Asking the server which models a provider has. */

import { ProgressLocation, window } from "vscode";

import type { Daemon } from "../daemon/daemon";
import { t } from "../l10n";
import type { ListedProvider } from "../protocol/generated";
import type { Provider } from "./modelChoice";

export type ListingDaemon = Pick<Daemon, "command" | "onStarted">;

const START_MS = 3_000;

/** What the server knows of the provider's models; undefined if it cannot say. */
export async function listedBy(daemon: ListingDaemon, provider: Provider): Promise<ListedProvider | undefined> {
  const ask = async () => {
    const name = provider.prefix.replace("/", "");
    return (await daemon.command("architect.models", { provider: name })).providers[0];
  };
  const options = { location: ProgressLocation.Notification, title: t("Architect: Asking {label} for its models", { label: provider.label }) };
  return await window.withProgress(options, async () => {
    try {
      const restarted = nextStart(daemon);
      const listed = await ask();
      // A key that is new comes with the next start.
      return listed?.access === "" && (await restarted) ? await ask() : listed;
    } catch {
      return undefined;
    }
  });
}

/** Whether the server is started within the time that this takes. */
async function nextStart(daemon: ListingDaemon): Promise<boolean> {
  return await new Promise((resolve) => {
    const end = (isStarted: boolean) => {
      listening.dispose();
      clearTimeout(timeout);
      resolve(isStarted);
    };
    const listening = daemon.onStarted(() => {
      end(true);
    });
    const timeout = setTimeout(end, START_MS, false);
  });
}
