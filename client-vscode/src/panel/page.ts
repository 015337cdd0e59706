/** The page of the webview: nothing but our own script and style may be loaded or run in it. */

import type { Texts } from "../l10n";

export interface PageParts {
  /** Of this page alone; letters and digits. */
  readonly nonce: string;
  /** Such as `es`. */
  readonly language: string;
  /** The translations of that language; none of English. */
  readonly texts: Texts;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** Chunks of the script that are always needed, to be fetched beside it. */
  readonly chunkUris: readonly string[];
}

export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

export function page({ nonce, language, texts, scriptUri, styleUri, chunkUris }: PageParts): string {
  const preloads = chunkUris.map(
    (uri) => `<link nonce="${attribute(nonce)}" rel="modulepreload" href="${attribute(uri)}">\n`,
  );
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(contentSecurityPolicy(nonce))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Architect</title>
<link nonce="${attribute(nonce)}" rel="stylesheet" href="${attribute(styleUri)}">
${preloads.join("")}</head>
<body>
${textsScript(nonce, texts)}<script type="module" nonce="${attribute(nonce)}" src="${attribute(scriptUri)}"></script>
</body>
</html>
`;
}

/** What `l10n.ts` finds when the page is loaded. */
function textsScript(nonce: string, texts: Texts): string {
  if (Object.keys(texts).length === 0) {
    return "";
  }
  const json = JSON.stringify(texts).replaceAll("<", "\\u003c");
  return `<script nonce="${attribute(nonce)}">globalThis.architectTexts = ${json};</script>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  '"': "&quot;",
  "<": "&lt;",
  ">": "&gt;",
};

function attribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? "");
}
