/** The arguments commands are called with: none, an id, a tree node, a CodeLens, or the context of a menu. */

type Fields = Readonly<Record<string, unknown>>;

/** A text field of an argument, as nodes of views and lenses carry them. */
export function textField(argument: unknown, name: string): string | undefined {
  const value = isFields(argument) ? argument[name] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A number in a field of an argument. */
export function numberField(argument: unknown, name: string): number | undefined {
  const value = fieldOf(argument, name);
  return typeof value === "number" ? value : undefined;
}

/** Whether a field of an argument is true. */
export function isSetField(argument: unknown, name: string): boolean {
  return fieldOf(argument, name) === true;
}

/** A list of texts in a field of an argument. */
export function textsField(argument: unknown, name: string): readonly string[] {
  const value = fieldOf(argument, name);
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** The id of a run, given by itself or in a field. */
export function runIdIn(argument: unknown): string | undefined {
  return typeof argument === "string" && argument !== "" ? argument : textField(argument, "runId");
}

/**
 * The documents that a menu is about: the explorer gives a URI and all selected ones, source control
 * its provider or a resource, our own views a field `uri`.
 */
export function urisIn(argument: unknown, more?: unknown): readonly string[] {
  const several = Array.isArray(more) ? more.flatMap((each) => urisIn(each)) : [];
  if (several.length > 0) {
    return several;
  }
  const own = textField(argument, "uri");
  if (own !== undefined) {
    return [own];
  }
  const one = [argument, fieldOf(argument, "resourceUri"), fieldOf(argument, "rootUri")].find(isUri);
  return one === undefined ? [] : [one.toString()];
}

function fieldOf(argument: unknown, name: string): unknown {
  return isFields(argument) ? argument[name] : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** Whether it is a URI of the editor, whose text is what the server knows a document by. */
function isUri(value: unknown): value is { toString(): string } {
  return isFields(value) && typeof value["scheme"] === "string" && typeof value["path"] === "string";
}
