/** Text that is not made until it is asked for: who searches the page finds it all the same. */

const EVENT = "architect-find";
/** A shorter word is nearly everywhere. */
const MIN_WORD = 3;
/** Places that are made for one search, from the end. */
const MAX_MADE = 200;
/** A call, what it printed, and the rest of that. */
const LEVELS = 3;

/** Has `make` called when words are searched for that stand in the text which `box` does not show. */
export function hides(box: HTMLElement, text: () => string, make: () => void): void {
  box.dataset["hides"] = "";
  box.addEventListener(EVENT, (event) => {
    if (event.target === box && event instanceof CustomEvent && text().toLowerCase().includes(String(event.detail))) {
      make();
      event.preventDefault();
    }
  });
}

/** Makes the hidden text in `area` in which `words` stand, whatever their case. */
export function makeHidden(area: HTMLElement, words: string): void {
  const detail = words.toLowerCase();
  let left = detail.length < MIN_WORD ? 0 : MAX_MADE;
  for (let level = 0; level < LEVELS && left > 0; level += 1) {
    for (const box of [...area.querySelectorAll("[data-hides]")].reverse()) {
      const isMade = !box.dispatchEvent(new CustomEvent(EVENT, { detail, cancelable: true }));
      left -= isMade ? 1 : 0;
      if (left === 0) {
        break;
      }
    }
  }
}
