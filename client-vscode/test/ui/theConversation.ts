/** The conversation that all front ends hold; tests/support/one_conversation.py tells it. */

export interface TheConversation {
  /** Of the provider. */
  readonly address: string;
  readonly task: string;
  readonly meanwhile: string;
  readonly reason: string;
  readonly followUp: string;
  /** The named pipe that the first command reads. */
  readonly gate: string;
  /** What is written. */
  readonly file: string;
  readonly answers: readonly [string, string];
  /** What is attached. */
  readonly notes: string;
  readonly slow: string;
  readonly planned: string;
  readonly plan: string;
  readonly carriedOut: string;
  readonly inTheFork: string;
  readonly forked: string;
}

export function theConversation(): TheConversation {
  const told = process.env["ARCHITECT_TEST_CONVERSATION"];
  if (told === undefined) throw new Error("ARCHITECT_TEST_CONVERSATION is not set");
  return JSON.parse(told) as TheConversation;
}
