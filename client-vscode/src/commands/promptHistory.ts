/** The last prompts, the newest first. */

import type { Memento } from "../memento";

const KEY = "architect.prompts";
const KEPT = 20;

export class PromptHistory {
  constructor(private readonly memento: Memento) {}

  all(): readonly string[] {
    const kept = this.memento.get(KEY);
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  }

  async remember(prompt: string): Promise<void> {
    const others = this.all().filter((each) => each !== prompt);
    await this.memento.update(KEY, [prompt, ...others].slice(0, KEPT));
  }
}
