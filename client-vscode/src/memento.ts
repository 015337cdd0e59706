/** What is kept over a reload of the window; fits the editor's `Memento`. */
export interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
