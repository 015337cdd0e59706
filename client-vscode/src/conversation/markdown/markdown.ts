/** What Markdown is read as. HTML in it is text like any other, and links lead nowhere. */

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "emphasis" | "strong" | "struck"; readonly inlines: readonly Inline[] }
  | { readonly kind: "link"; readonly inlines: readonly Inline[]; readonly target: string };

export type MarkdownBlock =
  | { readonly kind: "heading"; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly MarkdownBlock[] }
  | {
      readonly kind: "list";
      /** The first number; undefined if the items have none. */
      readonly start: number | undefined;
      readonly items: readonly (readonly MarkdownBlock[])[];
    }
  | {
      readonly kind: "table";
      readonly header: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: "rule" };
