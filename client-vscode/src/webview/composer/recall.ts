/** Earlier messages by Up and Down, as a shell has them; what was being written comes back behind them. */

export class Recall {
  /** How far back, from 1; 0 is what is being written. */
  private place = 0;
  private draft = "";

  /** What stands in the input then; undefined if the key does what it always does. */
  recalled(key: string, field: Pick<HTMLTextAreaElement, "value" | "selectionStart" | "selectionEnd">, history: readonly string[]): string | undefined {
    const { value, selectionStart, selectionEnd } = field;
    if (selectionStart !== selectionEnd) {
      return undefined;
    }
    if (key === "ArrowUp" && !value.slice(0, selectionStart).includes("\n") && this.place < history.length) {
      if (this.place === 0) {
        this.draft = value;
      }
      this.place += 1;
      return history[this.place - 1];
    }
    if (key === "ArrowDown" && !value.slice(selectionStart).includes("\n") && this.place > 0) {
      this.place -= 1;
      return this.place === 0 ? this.draft : history[this.place - 1];
    }
    return undefined;
  }

  /** Something else was written. */
  reset(): void {
    this.place = 0;
  }
}
