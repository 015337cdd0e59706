/** Numbers as people read them. */

import { t } from "../l10n";

/** `0.4 s`, `12 s`, `2 min 5 s` */
export function duration(seconds: number): string {
  if (seconds < 10) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  return whole < 60
    ? `${String(whole)} s`
    : t("{minutes} min {seconds} s", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}

/** `$0.0042`, `$1.25` */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

/** `950`, `12.3k`, `1.2M` */
export function short(count: number): string {
  if (count < 1_000) {
    return String(count);
  }
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** What a run waits for where `about` is what it asks about. */
export function waitingWords(about: string): string {
  return about === "question" ? t("Waiting for your answer") : t("Waiting for confirmation");
}
