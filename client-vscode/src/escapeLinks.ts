/** Text from models, files and servers in notifications, which interpret links. */

/**
 * `text` with nothing in it that a notification of VS Code makes a link of, as it does with
 * `[text](command:...)` in whatever an extension says.
 */
export function escapeLinks(text: string): string {
  return text.replace(/\]\(/g, "]\u200c(");
}
