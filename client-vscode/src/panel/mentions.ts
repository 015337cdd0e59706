/** What an `@`, or a slash at the beginning, may stand for. */

import { fieldsOf, listOf, numberOf, textOf, type Fields } from "../conversation/event";

export interface Mention {
  readonly insert: string;
  readonly label: string;
  readonly kind: string;
  readonly detail: string;
  /** False for a folder, in which one goes on. */
  readonly complete: boolean;
}

/** `from` is where the word begins in the text that was asked about. */
export interface Mentions {
  readonly from: number;
  readonly mentions: readonly Mention[];
}

/** What the server answers to `architect.mentions`. */
export function readMentions(fields: Fields): Mentions {
  return {
    from: numberOf(fields, "from") ?? 0,
    mentions: listOf(fields, "mentions").map((each) => {
      const mention = fieldsOf(each);
      return {
        insert: textOf(mention, "insert"),
        label: textOf(mention, "label"),
        kind: textOf(mention, "kind"),
        detail: textOf(mention, "detail"),
        complete: mention["complete"] !== false,
      };
    }),
  };
}
