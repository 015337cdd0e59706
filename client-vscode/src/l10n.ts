/** What people read, in their language: the words stand in the source in English. */

export type Texts = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

/** The translations by their English; a page has them before its scripts are run. */
let texts: Texts = (globalThis as { architectTexts?: Texts }).architectTexts ?? {};

export function useTexts(found: Texts): void {
  texts = found;
}

/** `text` in the user's language, its `{fields}` filled with `values`. */
export function t(text: string, values: Values = {}): string {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (field, name: string) => String(values[name] ?? field));
}

/** What the server said in one of its fixed texts, in the user's language; another text as it is. */
export function shown(text: string): string {
  return texts[text] ?? text;
}

/** `one` or `many`, whichever fits `number`; that is a field of both. */
export function tn(one: string, many: string, number: number, values: Values = {}): string {
  return t(number === 1 ? one : many, { number, ...values });
}
