/** The text of a notification of progress with links in the place of buttons. */

import { t } from "../l10n";

/**
 * `text`, in which links are escaped already, and a link for each of `labels` to its `command`.
 *
 * Such a notification leaves out what it takes for an icon: `echo $(date)` would lose its end.
 */
export function toastTitle(text: string, labels: readonly string[], command: (at: number) => string): string {
  const links = labels.map((label, at) => {
    // What encodeURI leaves of a command are neither brackets nor blanks.
    const href = `command:${encodeURI(command(at))}`;
    return `[${label.replaceAll("[", "(").replaceAll("]", ")")}](${href} "${t("Answer")}")`;
  });
  return [text, ...links].join(" · ").replaceAll("$(", "$\u200c(");
}
