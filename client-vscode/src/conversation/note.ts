/** A line about something that happened, with more to read behind it. */

import type { Tone } from "./blocks";

export interface Note {
  readonly tone: Tone;
  readonly text: string;
  readonly detail?: string;
}
