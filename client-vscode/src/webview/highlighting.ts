/**
 * Syntax highlighting, which is loaded when code is first shown. Code is shown as plain text until its
 * turn comes; highlighting only changes colors, so nothing moves.
 */

import type * as highlighterModule from "../conversation/syntax/highlighter";
import { frameShown } from "./frames";

type Highlighter = typeof highlighterModule;

/** Longer tasks would make the page feel slow. */
const SLICE_MS = 8;

let highlighter: Highlighter | undefined;
let loading: Promise<void> | undefined;
let queue: (() => void)[] = [];
/** What is left of the time for this frame, in which code is highlighted at once. */
let leftMs = 0;
let isScheduled = false;

/** Call `apply` to highlight the code in `target`: at once, or when there is time for it. */
export function highlightIn(target: Element, apply: (highlighter: Highlighter) => void): void {
  if (highlighter !== undefined && leftMs > 0) {
    const begin = performance.now();
    apply(highlighter);
    leftMs -= performance.now() - begin;
    schedule();
    return;
  }
  queue.push(() => {
    // Code that was replaced meanwhile, as in a reply that streams in, is not worth the time.
    if (highlighter !== undefined && target.isConnected) {
      apply(highlighter);
    }
  });
  if (highlighter !== undefined) {
    schedule();
  }
  loading ??= load();
}

async function load(): Promise<void> {
  try {
    const loaded = await import("../conversation/syntax/highlighter");
    await loaded.prepareHighlighting(SLICE_MS, () => new Promise((resolve) => setTimeout(resolve)));
    highlighter = loaded;
    schedule();
  } catch {
    // The code stays plain; the next code tries again.
    queue = [];
    loading = undefined;
  }
}

function schedule(): void {
  if (!isScheduled) {
    isScheduled = true;
    void frameShown().then(highlightQueued);
  }
}

/** The last code first, since the page shows its end. */
function highlightQueued(): void {
  isScheduled = false;
  const end = performance.now() + SLICE_MS;
  while (queue.length > 0 && performance.now() < end) {
    queue.pop()?.();
  }
  leftMs = SLICE_MS;
  if (queue.length > 0) {
    schedule();
  }
}
