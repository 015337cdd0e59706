/** What axe finds in the webview. */

import axe from "axe-core";

import type { Window } from "./window";

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly impact?: string | null;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Serious and critical faults: what is wrong, and where. */
export async function seriousViolations(window: Window): Promise<readonly string[]> {
  const html = await window.webview.locator("html").elementHandle();
  const frame = await html.ownerFrame();
  if (frame === null) throw new Error("there is no webview");
  // As texts, which the debugger runs; the page's own content security policy forbids scripts.
  await frame.evaluate(axe.source);
  const found: Found = await frame.evaluate("axe.run(document)");
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html}: ${node.failureSummary ?? ""}`),
    );
}
