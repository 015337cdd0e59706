/** Tasks that stand in a text, one on each line. */

import type { WireRange } from "../protocol/generated";

const MARK = /^(?:[-*+]|\d+[.)])\s+/;
const BOX = /^\[( |x|X)\]\s+/;

/** Without bullets and numbers; headings, comments of Markdown and what is ticked off are no tasks. */
export function tasksIn(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const bare = line.trim().replace(MARK, "");
    const box = BOX.exec(bare)?.[1];
    const task = bare.replace(BOX, "").trim();
    const isTask = task !== "" && !/^#+\s/.test(task) && !task.startsWith("<!--") && (box === undefined || box === " ");
    return isTask ? [task] : [];
  });
}

/** The lines that are selected; one of which nothing is selected is none of them. */
export function linesOf(text: string, { start, end }: WireRange): string {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return text.split(/\r\n|\r|\n/).slice(start.line, last + 1).join("\n");
}
