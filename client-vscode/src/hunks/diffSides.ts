/** Which editors are a side of a diff: VS Code itself shows there what was changed. */

/** Of an editor what tells whether it is one. */
export interface ShownEditor {
  /** Undefined where it stands inside of another editor, as both sides of a diff do. */
  readonly viewColumn: number | undefined;
  readonly document: { readonly uri: { toString(): string } };
}

/** `inputs` are those of the tabs in front. */
export function isSideOfDiff({ viewColumn, document }: ShownEditor, inputs: readonly unknown[]): boolean {
  const uri = document.uri.toString();
  return viewColumn === undefined && inputs.some((input) => isDiffOf(uri, input));
}

function isDiffOf(uri: string, input: unknown): boolean {
  if (typeof input !== "object" || input === null) {
    return false;
  }
  const { original, modified, textDiffs } = input as Readonly<Record<string, unknown>>;
  // A diff of many files does not know them yet when its tab opens.
  return textDiffs !== undefined || [original, modified].some((side) => String(side) === uri);
}
