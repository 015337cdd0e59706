/** Scrolls to the end of the page while it grows, unless the user has scrolled up. */

import { t } from "../l10n";
import { button } from "./dom";

/** From the end, in pixels, that still counts as the end. */
const END_TOLERANCE_PX = 60;

export class AutoScroll {
  readonly element = button(t("Jump to latest"), () => {
    this.isFollowing = true;
    this.scrollToEnd();
  }, { class: "secondary jump" });
  private isFollowing = true;
  private top = 0;

  constructor() {
    this.element.hidden = true;
    window.addEventListener("scroll", () => {
      this.onScroll();
    }, { passive: true });
    // Behind the layout of each frame, which nothing has to be laid out for once more. Blocks get their height
    // when they come into sight, and what the page is told makes them grow.
    new ResizeObserver(() => {
      this.scrollToEnd();
    }).observe(document.body);
  }

  get isAtEnd(): boolean {
    return this.isFollowing;
  }

  /** From here on the end is in sight. */
  follow(): void {
    this.isFollowing = true;
    this.scrollToEnd();
  }

  private scrollToEnd(): void {
    if (this.isFollowing) {
      window.scrollTo(0, page().scrollHeight);
    }
    this.element.hidden = this.isFollowing;
  }

  /** A page that grows moves nothing: only who goes up leaves the end. */
  private onScroll(): void {
    const isUp = window.scrollY < this.top;
    this.top = window.scrollY;
    if (isAtEnd()) {
      this.isFollowing = true;
    } else if (isUp) {
      this.isFollowing = false;
    }
    this.element.hidden = this.isFollowing;
  }
}

function page(): HTMLElement {
  return document.documentElement;
}

function isAtEnd(): boolean {
  return page().scrollHeight - window.scrollY - window.innerHeight < END_TOLERANCE_PX;
}
