/** What the commands of inline edits do; a `line` is what VS Code calls them with. */
export interface InlineEditor {
  /** Show an input for the selected lines, or the one of the cursor. */
  open(): Promise<void>;
  submit(line: unknown, typed: string): Promise<void>;
  /** Close the input that is typed into. */
  close(): Promise<void>;
  stop(line: unknown): Promise<void>;
  /** The run of a line that is under way. */
  runOf(line: unknown): string | undefined;
}
