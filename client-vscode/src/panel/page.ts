/** The page of the webview: nothing but our own script and style may be loaded or run in it. */

export interface PageParts {
  /** Of this page alone; letters and digits. */
  readonly nonce: string;
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

export function page({ nonce, scriptUri, styleUri, chunkUris }: PageParts): string {
  const preloads = chunkUris.map(
    (uri) => `<link nonce="${attribute(nonce)}" rel="modulepreload" href="${attribute(uri)}">\n`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(contentSecurityPolicy(nonce))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Architect</title>
<link nonce="${attribute(nonce)}" rel="stylesheet" href="${attribute(styleUri)}">
${preloads.join("")}</head>
<body>
<script type="module" nonce="${attribute(nonce)}" src="${attribute(scriptUri)}"></script>
</body>
</html>
`;
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
