/** Addresses of the web, the only ones that a link may lead to. */

/** Whether it can be opened in a browser: `http` or `https`, with a host and nothing that hides it. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) {
    return false;
  }
  const { hostname, username, password } = new URL(address);
  // A name in front of the host makes one address look like another.
  return hostname !== "" && username === "" && password === "";
}

export interface AddressPlace {
  readonly start: number;
  readonly address: string;
}

const ADDRESS = /https?:\/\/[^\s<>`]+/gi;

const SENTENCE_END = ".,;:!?'\")]";

/** The addresses in a text, without the end of the sentence that they stand in. */
export function webAddressesIn(text: string): readonly AddressPlace[] {
  return [...text.matchAll(ADDRESS)]
    .map(({ index, 0: found }) => ({ start: index, address: withoutSentenceEnd(found) }))
    .filter(({ address }) => isWebAddress(address));
}

/** Read from its end: a pattern would begin anew at each mark in it. */
function withoutSentenceEnd(address: string): string {
  let end = address.length;
  while (end > 0 && SENTENCE_END.includes(address.charAt(end - 1))) {
    end -= 1;
  }
  return address.slice(0, end);
}
