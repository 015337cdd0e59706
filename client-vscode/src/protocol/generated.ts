// Written by `make protocol` out of the server's own definitions; every change here is lost.

/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What every event has; deltas carry the number of the event before them. */
export interface EventHead {
  readonly runId: string;
  readonly seq: number;
  readonly ts: string;
}

/**
 * The event `run.state`, which the journal does not have: a run stands elsewhere now.
 *
 * Of a run that cannot be started it is the only one. Old servers gave no `title`.
 */
export interface RunState {
  readonly state: Phase;
  readonly position: number;
  readonly outcome?: Outcome;
  readonly ending?: Ending;
  readonly error?: string;
  readonly remedy?: ShownRemedy;
  readonly reason?: string;
  readonly pending?: PendingQuestion;
  readonly waitsFor?: string;
  readonly runId: string;
  readonly seq: number;
  readonly ts: string;
  readonly type: "run.state";
  readonly title?: string;
}

/** Where a run stands. `done` is final. */
export type Phase = "queued" | "running" | "waiting" | "cancelling" | "done";

/** What became of a run that is done. */
export type Outcome = "completed" | "failed" | "limit" | "blocked" | "interrupted" | "cancelled";

/** How a run ended, to be shown as it is. */
export interface Ending {
  readonly words: string;
  readonly tone: Tone;
}

/** How an ending is coloured. Only what was done, and failed no check, is `good`. */
export type Tone = "good" | "quiet" | "warning" | "bad";

/** What helps against an error; `setting` is what is to be changed, as the editor calls it. */
export interface ShownRemedy {
  readonly kind: "selectModel" | "enterKey" | "retry" | "startOllama" | "installLitellm" | "openSettings" | "trustProject";
  readonly setting?: string;
}

/** What a waiting run asks; `architect.answer` answers it. */
export interface PendingQuestion {
  readonly requestId: string;
  readonly kind: "edit" | "command" | "tool" | "question" | "approval";
  readonly message: string;
  readonly options: readonly Choice[];
  readonly offers: readonly string[];
  readonly answers: readonly string[];
}

/** The answers to a confirmation. */
export type Choice = "once" | "run" | "project" | "always" | "deny" | "stop";

/**
 * The first event of a run; the conversation starts with `system` and `opening`.
 *
 * `context` says of which parts these were put together; journals of before say nothing of it.
 * `title` is what the run is called if that is not its task, and `typed` what the user typed if
 * the task was made of it, such as `/explain a.py`. `attached` is what goes with it, and `images`
 * those that the model is shown.
 * One that `onlyCompacts` sums up the session and is told nothing.
 * Without each of the `requiredGates` it is no success. `parent` is null for a run that a front
 * end opened. `forkedFrom` is the run of another session that this one is a copy of.
 * `undoes` is the run whose files the user undoes as a whole in it, and `restores` the commit of
 * the checkpoint that the user goes back to; null and empty in any other run.
 * `review` says when the edits of an agent are looked at; null for one that makes none, and in
 * journals of before.
 */
export interface RunStarted extends EventHead {
  readonly type: "run.started";
  readonly schemaVersion: number;
  readonly sessionId: string;
  readonly task: string;
  readonly agent: string;
  readonly model: string;
  readonly workspace: string;
  readonly mode: ConfirmMode;
  readonly dryRun: boolean;
  readonly maxSteps: number;
  readonly system: string;
  readonly opening: string;
  readonly context: readonly PartSize[];
  readonly requiredGates: readonly string[];
  readonly title: string;
  readonly onlyCompacts: boolean;
  readonly parent: ParentRun | null;
  readonly forkedFrom: string | null;
  readonly attached: readonly Attached[];
  readonly images: readonly KeptImage[];
  readonly undoes: string | null;
  readonly restores: string;
  readonly review: EditReview | null;
  readonly typed: string;
}

/** How much is asked before a tool runs. */
export type ConfirmMode = "yolo" | "confirm-sensitive" | "confirm-all";

/**
 * What people are shown of a part: its name, where it comes from, and what it takes.
 *
 * `leftOut` says in words what a limit or a rule kept out of it.
 */
export interface PartSize {
  readonly name: string;
  readonly source: string;
  readonly tokens: number;
  readonly leftOut: string;
}

/** The run, and the call of it, that opened another run. */
export interface ParentRun {
  readonly runId: string;
  readonly callId: string;
}

/**
 * What a message shows of a text, file or image that goes with it.
 *
 * `kind` is `file`, `selection`, `image` and the like, `name` its path or title. `lines` and
 * `bytes` measure what the model is told of it; both are 0 where that is the name alone.
 * `mentioned`: the words name it by an @, and bring it along when they are sent again.
 */
export interface Attached {
  readonly kind: string;
  readonly name: string;
  readonly lines: number;
  readonly bytes: number;
  readonly mentioned: boolean;
}

/** An image as the journal names it: its content is kept by the SHA-256 of its bytes. */
export interface KeptImage {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * When the user looks at the edits of a run: before each, after they are made, or instead.
 *
 * With PROPOSE nothing is edited: the user makes what he likes of the proposals himself.
 */
export type EditReview = "confirm" | "after" | "propose";

export interface StepStarted extends EventHead {
  readonly type: "step.started";
  readonly step: number;
}

/**
 * The user said `text` while the run worked; `told` is what the model reads of it.
 *
 * `messageId` is the front end's own. It stands behind step `step`, 0 before the first.
 * `attached` and `images` are as in `RunStarted`.
 */
export interface UserSaid extends EventHead {
  readonly type: "user.said";
  readonly step: number;
  readonly messageId: string;
  readonly text: string;
  readonly told: string;
  readonly attached: readonly Attached[];
  readonly images: readonly KeptImage[];
}

/**
 * `estimatedTokens` is our own count of the request.
 *
 * `contextPercent` is how much of the context it takes, by what the provider counted before; 0 in
 * journals that do not say so.
 */
export interface ModelRequested extends EventHead {
  readonly type: "model.requested";
  readonly step: number;
  readonly purpose: "step" | "close" | "compact" | "evaluate";
  readonly messages: number;
  readonly estimatedTokens: number;
  readonly contextPercent: number;
}

/** A part of the reply to the request of that purpose, as it arrives. */
export interface ModelDelta extends EventHead {
  readonly type: "model.delta";
  readonly text: string;
  readonly purpose: "step" | "close" | "compact" | "evaluate";
}

/** A part of what the model thinks before its reply, as it arrives. */
export interface ModelReasoning extends EventHead {
  readonly type: "model.reasoning";
  readonly text: string;
  readonly purpose: "step" | "close" | "compact" | "evaluate";
}

/**
 * Attempt number `attempt` failed; the next begins in `delayS`.
 *
 * That is at `retryAt`, in seconds since 1970; 0 stands for an unknown time.
 */
export interface ModelRetried extends EventHead {
  readonly type: "model.retried";
  readonly attempt: number;
  readonly delayS: number;
  readonly reason: string;
  readonly retryAt: number;
}

/** Something about the model that the user should know. */
export interface ModelWarned extends EventHead {
  readonly type: "model.warned";
  readonly message: string;
}

/** The model `before` did not answer, for the `reason`; `model` answers from here on. */
export interface ModelSwitched extends EventHead {
  readonly type: "model.switched";
  readonly before: string;
  readonly model: string;
  readonly reason: string;
}

/**
 * A complete reply of `model`. `costUsd` is null if the model's price is unknown.
 *
 * `reasoning` is what the model thought before it, as far as the provider shows that, and took
 * `reasoningS` of `durationS`; null if it did not come piece by piece. `cached`: the reply was
 * kept on this machine from an earlier request, and neither sent for nor paid.
 */
export interface ModelReplied extends EventHead {
  readonly type: "model.replied";
  readonly step: number;
  readonly purpose: "step" | "close" | "compact" | "evaluate";
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly finish: FinishReason;
  readonly usage: Usage | null;
  readonly costUsd: number | null;
  readonly durationS: number;
  readonly reasoning: string;
  readonly reasoningS: number | null;
  readonly model: string;
  readonly cached: boolean;
}

/**
 * A call the model asks for.
 *
 * `arguments` is the JSON text exactly as the model sent it, valid or not: only the engine decodes
 * it, so that a malformed call is answered instead of being repaired by guesswork.
 */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Why the model stopped, in the vocabulary of OpenAI chat completions. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter";

/**
 * Tokens of one or more model calls.
 *
 * Of `inputTokens`, `cachedTokens` came from the provider's cache and `writtenTokens` were
 * written to it at a price of their own; `reasoningTokens` are part of `outputTokens`.
 * They are as the provider counted them, unless `estimated` says that for some it did not.
 */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly estimated: boolean;
  readonly writtenTokens: number;
  readonly reasoningTokens: number;
}

/** The reply could not be used as it was; the model is told why and asked again. */
export interface ModelNudged extends EventHead {
  readonly type: "model.nudged";
  readonly step: number;
  readonly reason: string;
  readonly text: string;
}

/** `arguments` is the JSON text as the model sent it. */
export interface ToolRequested extends EventHead {
  readonly type: "tool.requested";
  readonly step: number;
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

/** `userNote` is there if the user said no: what they said with it, which may be empty. */
export interface DecidedHead {
  readonly runId: string;
  readonly seq: number;
  readonly ts: string;
  readonly userNote?: string;
}

/**
 * Whether the call may run, by which rule or answer. `summary` is the call in a few words.
 *
 * `outside` is where text comes from that it may bring in from outside; whether some did, its end
 * tells. A run that is cut off during the call counts as one that has read it. `isUnknown` says
 * that a server was called that may do anything, so that it counts as a command.
 */
export interface ToolDecided extends DecidedHead {
  readonly type: "tool.decided";
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
  readonly allowed: boolean;
  readonly by: string;
  readonly reason: string;
  readonly outside: string;
  readonly isUnknown: boolean;
}

export interface ToolOutput extends EventHead {
  readonly type: "tool.output";
  readonly callId: string;
  readonly stream: Stream;
  readonly text: string;
}

export type Stream = "stdout" | "stderr";

/** `cutOff`: the call has no result of its own, since its run ended before. */
export interface ResultHead {
  readonly runId: string;
  readonly seq: number;
  readonly ts: string;
  readonly cutOff?: boolean;
}

/**
 * `text` is what the model reads, cut to the limit of one result.
 *
 * `seen` is the file that it shows, or that the call has written. `exitCode` is that of a command
 * which has ended, negative for a signal.
 */
export interface ToolFinished extends ResultHead {
  readonly type: "tool.finished";
  readonly step: number;
  readonly callId: string;
  readonly name: string;
  readonly path: string | null;
  readonly success: boolean;
  readonly error: string | null;
  readonly text: string;
  readonly durationS: number;
  readonly seen: SeenFile | null;
  readonly exitCode: number | null;
}

/**
 * The text that a file had when the model saw it, or that its call gave the file.
 *
 * `place` is where the path leads, below the root; `sha256` is that of the text as it is shown, in
 * UTF-8. `isWritten` says that the call gave the file this text.
 */
export interface SeenFile {
  readonly place: string;
  readonly sha256: string;
  readonly isWritten: boolean;
}

/**
 * Journaled before the file is touched, so that no applied change is unknown after a crash.
 *
 * The hashes are SHA-256 of the file's bytes, null where there is no file. `executable` is what
 * becomes of the execute bit, null if it stays. A change `byCommand` was found after it was made,
 * or it is expected of the command, which then may do something else or nothing.
 */
export interface FileChangeIntended extends EventHead {
  readonly type: "file.intended";
  readonly callId: string;
  readonly path: string;
  readonly beforeSha256: string | null;
  readonly afterSha256: string | null;
  readonly executable: boolean | null;
  readonly byCommand: boolean;
}

/**
 * `diff` is cut to `MAX_DIFF_CHARS` of `execution.journaled_workspace`.
 *
 * `byCommand` says that no tool made the change, but a command that the call ran.
 */
export interface FileChanged extends EventHead {
  readonly type: "file.changed";
  readonly callId: string;
  readonly path: string;
  readonly kind: "created" | "modified" | "deleted";
  readonly diff: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly byCommand: boolean;
}

/**
 * A run that only proposes would change a file; nothing was touched.
 *
 * `before_sha256` is what the run saw, earlier proposals included. `place` is where links lead in
 * `path`, below the root, if that is elsewhere. The rest is as in `FileChanged`.
 */
export interface FileProposed extends EventHead {
  readonly type: "file.proposed";
  readonly callId: string;
  readonly path: string;
  readonly kind: "created" | "modified" | "deleted";
  readonly beforeSha256: string | null;
  readonly afterSha256: string | null;
  readonly diff: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly place: string;
}

/**
 * A command changed files that cannot be undone here, and why: `count`, some of them `paths`.
 *
 * With `count` 0 nobody knows whether it changed any.
 */
export interface ChangesNotRecorded extends EventHead {
  readonly type: "changes.not_recorded";
  readonly callId: string;
  readonly reason: string;
  readonly paths: readonly string[];
  readonly count: number;
}

/**
 * The user did not want changes of the run `ofRun`, which are in `patch`; `note` says why.
 *
 * It stands in the run that undoes them, and is told to the model when the session goes on.
 * `patch` is cut to `MAX_PATCH_CHARS` of `services.rejected_changes`. `hunks` are those that were
 * undone if it was not whole files.
 */
export interface ChangesRejected extends EventHead {
  readonly type: "changes.rejected";
  readonly ofRun: string;
  readonly paths: readonly string[];
  readonly note: string;
  readonly patch: string;
  readonly hunks: readonly string[];
}

/** The user has looked at these hunks of the run `ofRun` and keeps them. */
export interface ChangesKept extends EventHead {
  readonly type: "changes.kept";
  readonly ofRun: string;
  readonly paths: readonly string[];
  readonly hunks: readonly string[];
}

/** The tree behind step `step` is kept as the commit; `leftOut` are paths it does not have. */
export interface CheckpointMade extends EventHead {
  readonly type: "checkpoint.made";
  readonly step: number;
  readonly commit: string;
  readonly leftOut: readonly string[];
}

/** From here on the run makes no checkpoints, and why. */
export interface CheckpointFailed extends EventHead {
  readonly type: "checkpoint.failed";
  readonly reason: string;
}

export interface ActionPlanned extends EventHead {
  readonly type: "action.planned";
  readonly callId: string;
  readonly action: PlannedAction;
}

/** What a dry run would have done. */
export interface PlannedAction {
  readonly step: number;
  readonly tool: string;
  readonly summary: string;
}

/** The `command` of a call goes on under `handle` when the call is over. */
export interface BackgroundStarted extends EventHead {
  readonly type: "background.started";
  readonly callId: string;
  readonly handle: string;
  readonly command: string;
  readonly childId: string | null;
}

/** That command ended; `exitCode` is null if it was stopped or took too long. */
export interface BackgroundEnded extends EventHead {
  readonly type: "background.ended";
  readonly callId: string;
  readonly handle: string;
  readonly command: string;
  readonly by: "itself" | "model" | "user" | "run";
  readonly exitCode: number | null;
  readonly childId: string | null;
}

/** The user keeps the command beyond the run; what it does then is not on record. */
export interface BackgroundKept extends EventHead {
  readonly type: "background.kept";
  readonly callId: string;
  readonly handle: string;
  readonly command: string;
  readonly childId: string | null;
}

/** A command ended without the model's looking; `text` is what it reads behind its last step. */
export interface BackgroundTold extends EventHead {
  readonly type: "background.told";
  readonly handle: string;
  readonly text: string;
}

/**
 * The call opened the run `childId`, which has a journal of its own beside this one.
 *
 * `task` is what it is called if that is not its task.
 */
export interface ChildStarted extends EventHead {
  readonly type: "child.started";
  readonly callId: string;
  readonly childId: string;
  readonly agent: string;
  readonly task: string;
}

/**
 * A call in the child `childId`, or in a run below it, is being made.
 *
 * `callId` is the call that opened the child; `name` and `summary` are as in `ToolDecided`.
 */
export interface ChildCalled extends EventHead {
  readonly type: "child.called";
  readonly callId: string;
  readonly childId: string;
  readonly name: string;
  readonly summary: string;
}

/**
 * A reply in the child `childId`, or in a run below it, which counts against the budget here.
 *
 * `costUsd` is null if the model's price is unknown.
 */
export interface ChildReplied extends EventHead {
  readonly type: "child.replied";
  readonly callId: string;
  readonly childId: string;
  readonly usage: Usage;
  readonly costUsd: number | null;
}

/**
 * A call in the child `childId`, or in a run below it, was denied, so this run is no success.
 *
 * `callId` is the call that opened the child; the rest is as in `ToolDecided`.
 */
export interface ChildDenied extends EventHead {
  readonly type: "child.denied";
  readonly callId: string;
  readonly childId: string;
  readonly name: string;
  readonly summary: string;
  readonly by: string;
  readonly reason: string;
}

/**
 * A call in the child `childId`, or in a run below it, may bring in text from `outside`.
 *
 * `callId` is the call that opened the child. Whether some came in, `run.tainted` says; if the
 * process dies before, nobody knows.
 */
export interface ChildFetches extends EventHead {
  readonly type: "child.fetches";
  readonly callId: string;
  readonly childId: string;
  readonly outside: string;
}

/**
 * The end of the child `childId`; `usage` and `costUsd` are the sums of its replies.
 *
 * `stopReason` is null in journals that did not say so.
 */
export interface ChildFinished extends EventHead {
  readonly type: "child.finished";
  readonly callId: string;
  readonly childId: string;
  readonly status: Status;
  readonly stopReason: StopReason | null;
  readonly error: RunError | null;
  readonly usage: Usage;
  readonly costUsd: number | null;
}

/** What the run came to: done, done in part, or not done. */
export type Status = "success" | "partial" | "failed";

/** Why the loop stopped. */
export type StopReason = "llm_done" | "max_steps" | "budget_exceeded" | "context_full" | "timeout" | "user_interrupt" | "llm_error" | "hook_blocked" | "no_progress" | "internal_error";

/**
 * The error that ended a run, in one line.
 *
 * `remedy` is what helps, and `brief` the message without advice for a command line, empty if it
 * has none.
 */
export interface RunError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly remedy: Remedy | null;
  readonly brief: string;
}

/** What kind of error ended a run; the command line turns it into an exit code. */
export type ErrorKind = "authentication" | "timeout" | "configuration" | "credit" | "rate_limit" | "model" | "checks" | "internal";

/** `setting` is what is to be changed, as the front end calls it; empty if nothing is known. */
export interface Remedy {
  readonly kind: "selectModel" | "enterKey" | "retry" | "startOllama" | "installLitellm" | "openSettings" | "trustProject";
  readonly setting: string;
}

export interface FindingReported extends EventHead {
  readonly type: "finding.reported";
  readonly callId: string;
  readonly finding: Finding;
}

/**
 * A problem in lines `line` to `endLine` of a file, both counted from 1 and both part of it.
 *
 * `path` is relative to the workspace root, with forward slashes. `lineText` is the
 * `landmark` of line `line` as it was when last seen: what the finding is recognised by.
 */
export interface Finding {
  readonly findingId: string;
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly severity: "error" | "warning" | "info";
  readonly title: string;
  readonly detail: string;
  readonly suggestion: string | null;
  readonly runId: string;
  readonly lineText: string;
  readonly category: "bug" | "security" | "performance" | "tests" | "maintainability" | "documentation";
}

/** The plan of the run is this from now on. */
export interface PlanUpdated extends EventHead {
  readonly type: "plan.updated";
  readonly callId: string;
  readonly steps: readonly PlanStep[];
}

export interface PlanStep {
  readonly step: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** The call asked the user a question, who answered it or was not there. */
export interface UserAsked extends EventHead {
  readonly type: "user.asked";
  readonly callId: string;
  readonly asked: UserQuestion;
}

/** What the model asked, and what it was told; `answer` is null where nobody decided. */
export interface UserQuestion {
  readonly question: string;
  readonly answers: readonly string[];
  readonly answer: string | null;
}

/**
 * The oldest `droppedSteps` steps are no longer sent; `note` tells the model so.
 *
 * Where that is not enough, the results of `emptiedCalls` of the last step give way to
 * `placeholder`. `summary` is what the model wrote for the steps, in the note with what it forgot;
 * without one they are dropped, and the summary before stays.
 */
export interface ContextCompacted extends EventHead {
  readonly type: "context.compacted";
  readonly droppedSteps: number;
  readonly emptiedCalls: readonly string[];
  readonly placeholder: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly note: string;
  readonly summary: string;
}

/**
 * No summary stands for the oldest steps, although one was wanted; `reason` says why.
 *
 * `isFailure` says that the model was asked for it; after two in a row it is not asked again.
 */
export interface ContextNotCompacted extends EventHead {
  readonly type: "context.not_compacted";
  readonly reason: string;
  readonly isFailure: boolean;
}

/** The same call gave the same result `count` times; `text` is appended to the last result. */
export interface RepetitionWarned extends EventHead {
  readonly type: "repetition.warned";
  readonly callId: string;
  readonly count: number;
  readonly text: string;
}

export interface BudgetWarned extends EventHead {
  readonly type: "budget.warned";
  readonly message: string;
}

/**
 * A program of the user's ran. `tool` is that of the call it ran for, null if it ran for none.
 *
 * `exitCode` is null if the program never ended by itself. `output` is the start of what it said.
 * `context` is what the model reads of it with the next request; what a hook says about a call
 * stands in the result of the call instead.
 */
export interface HookRan extends EventHead {
  readonly type: "hook.ran";
  readonly hookEvent: HookEvent;
  readonly name: string;
  readonly tool: string | null;
  readonly outcome: HookOutcome;
  readonly problem: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly context: string;
  readonly durationS: number;
}

/** When a hook runs. */
export type HookEvent = "pre_tool_use" | "post_tool_use" | "pre_llm_call" | "post_llm_call" | "session_start" | "session_end" | "on_error" | "budget_warning" | "context_compress" | "agent_complete";

/** What came of running a hook. */
export type HookOutcome = "ok" | "blocked" | "failed" | "timed_out" | "interrupted";

/** A command that runs tests came to its end. */
export interface TestsRan extends EventHead {
  readonly type: "tests.ran";
  readonly callId: string;
  readonly exitCode: number;
}

/** A command that decides whether the run is done begins; it may take its `timeoutS`. */
export interface GateStarted extends EventHead {
  readonly type: "gate.started";
  readonly name: string;
  readonly command: string;
  readonly timeoutS: number;
}

/** How a gate went; `exitCode` is null if it did not end by itself. */
export interface GateRan extends EventHead {
  readonly type: "gate.ran";
  readonly name: string;
  readonly command: string;
  readonly required: boolean;
  readonly passed: boolean;
  readonly exitCode: number | null;
  readonly output: string;
  readonly durationS: number;
}

export interface GateSkipped extends EventHead {
  readonly type: "gate.skipped";
  readonly name: string;
  readonly command: string;
  readonly required: boolean;
  readonly reason: string;
}

/** The model said it was done and was not; `text` is what it is told. */
export interface CompletionRefused extends EventHead {
  readonly type: "completion.refused";
  readonly step: number;
  readonly reason: string;
  readonly text: string;
}

/**
 * What a look at the finished work came to, by the model itself in a fresh conversation.
 *
 * `confidence` is from 0 to 1, and what it finds missing are `issues`. `accepted`: the work counts
 * as done. Without a verdict it does, too, and `problem` says why there is none.
 */
export interface EvaluationFinished extends EventHead {
  readonly type: "evaluation.finished";
  readonly step: number;
  readonly accepted: boolean;
  readonly completed: boolean | null;
  readonly confidence: number | null;
  readonly issues: readonly string[];
  readonly suggestion: string;
  readonly problem: string;
}

/**
 * Another agent has looked at what the run changed; what it found is on record as findings.
 *
 * `fixed` are findings of the review before it that it did not find again. `sentBack`: the agent
 * is to fix some. `problem` is why the review came to nothing.
 */
export interface WorkReviewed extends EventHead {
  readonly type: "work.reviewed";
  readonly step: number;
  readonly findings: number;
  readonly fixed: readonly string[];
  readonly sentBack: boolean;
  readonly problem: string;
}

/**
 * How healthy the files are that the run changed, as they were `before` and are now.
 *
 * `worse` and `better` hold the first of so many changes, `notMeasured` the first of so many
 * files that were left out. `isGate`: if something is worse, the run is no success. `sentBack`:
 * the agent is to repair it. `problem` is why nothing could be measured.
 */
export interface HealthMeasured extends EventHead {
  readonly type: "health.measured";
  readonly step: number;
  readonly before: Totals | null;
  readonly after: Totals;
  readonly worse: readonly HealthChange[];
  readonly worseCount: number;
  readonly better: readonly HealthChange[];
  readonly betterCount: number;
  readonly notMeasured: readonly NotMeasured[];
  readonly notMeasuredCount: number;
  readonly isGate: boolean;
  readonly sentBack: boolean;
  readonly problem: string;
}

/** The numbers of some files: how many functions they have, and how many problems. */
export interface Totals {
  readonly files: number;
  readonly functions: number;
  readonly long: number;
  readonly complex: number;
  readonly duplicates: number;
}

/**
 * One measure that is another now; `before` 0 if it is new, `after` 0 if it is gone.
 *
 * It is the number of lines of a long function, the complexity of a complex one, and the lines of
 * a duplicate that need not be there. `path` and `line` are where it is, or was. `name` is that of
 * the function; of a duplicate it is where else it is.
 */
export interface HealthChange {
  readonly kind: "long" | "complex" | "duplicate";
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

/** A file that is left out, and why. */
export interface NotMeasured {
  readonly path: string;
  readonly reason: string;
}

/** What of the changes under review was looked at, and what was not, and why. */
export interface ReviewCovered extends EventHead {
  readonly type: "review.covered";
  readonly files: readonly FileCoverage[];
}

/**
 * Places in a file under review; `reason` says why they were not looked at, if so.
 *
 * `lines` are those of the file as it is now, one pair for each hunk; none means all of the file.
 */
export interface FileCoverage {
  readonly path: string;
  readonly lines: readonly (readonly [number, number])[];
  readonly reason: string;
}

/**
 * A key was replaced `count` times in `where`, told once for each key and place.
 *
 * `fingerprint` is what `secrets.allow` takes if it was none.
 */
export interface SecretRedacted extends EventHead {
  readonly type: "secret.redacted";
  readonly rule: string;
  readonly fingerprint: string;
  readonly where: string;
  readonly count: number;
}

/** From here on the run knows a text that strangers may have written; `source` says whence. */
export interface RunTainted extends EventHead {
  readonly type: "run.tainted";
  readonly source: string;
}

/** A command ran without the sandbox that was asked for; `reason` says why, and what to do. */
export interface SandboxMissing extends EventHead {
  readonly type: "sandbox.missing";
  readonly callId: string;
  readonly reason: string;
}

/**
 * The run goes without the tool that `source` offers as `name`; `reason` says why.
 *
 * Without a name it goes without all of `source`.
 */
export interface ToolLeftOut extends EventHead {
  readonly type: "tool.left_out";
  readonly source: string;
  readonly name: string;
  readonly reason: string;
}

/** A line that `source` said beside its answers, told at the end of a step. */
export interface ServerSaid extends EventHead {
  readonly type: "server.said";
  readonly source: string;
  readonly text: string;
}

/** The task names something by an @ that does not go with it; `reason` says why. */
export interface MentionLeftOut extends EventHead {
  readonly type: "mention.left_out";
  readonly mention: string;
  readonly reason: string;
}

/** The run has come to files that rules of `path` are about; `text` is what the model reads. */
export interface RulesTold extends EventHead {
  readonly type: "rules.told";
  readonly path: string;
  readonly text: string;
}

/**
 * There are tools that are not sent with each request, or others than before.
 *
 * `tools` are the first of them by name, those of `source` if it is one; `text` is what the model
 * reads.
 */
export interface ToolsAnnounced extends EventHead {
  readonly type: "tools.announced";
  readonly source: string;
  readonly tools: readonly string[];
  readonly text: string;
}

/** A note for later sessions was kept, by the call or, without one, from words of the user. */
export interface MemoryAdded extends EventHead {
  readonly type: "memory.added";
  readonly callId: string | null;
  readonly kind: string;
  readonly text: string;
}

/** The loop stops for `reason`; a graceful close may follow. */
export interface SafetyNetHit extends EventHead {
  readonly type: "net.hit";
  readonly reason: StopReason;
  readonly message: string;
}

/**
 * `leftAlone` is what stays as it was, a line for each, in a run that undoes or keeps.
 *
 * `withoutSummary`: the output only says what stopped the run.
 */
export interface FinishedHead {
  readonly runId: string;
  readonly seq: number;
  readonly ts: string;
  readonly leftAlone?: readonly string[];
  readonly withoutSummary?: boolean;
}

/**
 * The last event of a run. `output` is its final text.
 *
 * `durationS` is without the `waitedS` that a person took to answer questions.
 */
export interface RunFinished extends FinishedHead {
  readonly type: "run.finished";
  readonly status: Status;
  readonly stopReason: StopReason;
  readonly output: string;
  readonly error: RunError | null;
  readonly durationS: number;
  readonly waitedS: number;
}

/** A command that takes nothing; an empty object, or none at all. */
export type NoArgs = Record<string, never>;

export interface Agents {
  readonly agents: readonly string[];
  readonly details: readonly ShownAgent[];
}

/** `description` is one line; `own` says that the configuration adds the agent or changes it. */
export interface ShownAgent {
  readonly name: string;
  readonly description: string;
  readonly readsOnly: boolean;
  readonly own: boolean;
}

/** `architect.answer`; `content` is the whole text that an `editable` edit is to leave. */
export interface AnswerArgs {
  readonly runId: string;
  readonly requestId: string;
  readonly choice: Choice;
  readonly text?: string;
  readonly offer?: number;
  readonly content?: string | null;
}

/** `accepted` is false if the question was no longer open. */
export interface Answered {
  readonly accepted: boolean;
}

/**
 * `architect.approve`; `approval` is one of those in `waitingFor`.
 *
 * A workflow that stopped is resumed with the answer.
 */
export interface ApproveArgs {
  readonly workflowId: string;
  readonly approval: string;
  readonly approved?: boolean;
}

/**
 * A workflow; `units`, and of an evaluation `evaluation`, are there where they were asked for.
 *
 * One that is `paused` can be resumed. `reason` says how it ended, or why it stopped. `budgetUsd`
 * is null if there is no bound, `cost` if a price is unknown. `waitingFor` is what people have to
 * approve for it to go on.
 */
export interface WorkflowInfo {
  readonly workflowId: string;
  readonly kind: string;
  readonly title: string;
  readonly root: string;
  readonly status: "running" | "paused" | "success" | "partial" | "failed" | "corrupt";
  readonly reason: string;
  readonly startedAt: string | null;
  readonly durationSeconds: number | null;
  readonly workers: number;
  readonly budgetUsd: number | null;
  readonly cost: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly counts: UnitCounts;
  readonly waitingFor: readonly AwaitedApproval[];
  readonly units?: readonly UnitInfo[];
  readonly evaluation?: EvaluationInfo;
}

/** How many units there are of each kind; `failed` are done without success. */
export interface UnitCounts {
  readonly waiting: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a person has to approve before `unitIds` start; `text` is what they are about to do. */
export interface AwaitedApproval {
  readonly approval: string;
  readonly text: string;
  readonly unitIds: readonly string[];
}

/**
 * A unit of a workflow. `task` is the beginning of what it was asked.
 *
 * `success` is null until it is done, `reason` says why it is none. `runId` is the run of its last
 * attempt; `cost` is null if a price is unknown. What is in `files` was changed.
 */
export interface UnitInfo {
  readonly unitId: string;
  readonly task: string;
  readonly agent: string;
  readonly model: string | null;
  readonly place: "workspace" | "copy";
  readonly needs: readonly string[];
  readonly phase: "waiting" | "running" | "done" | "skipped";
  readonly success: boolean | null;
  readonly reason: string;
  readonly attempts: number;
  readonly runId: string | null;
  readonly steps: number;
  readonly durationSeconds: number;
  readonly cost: number | null;
  readonly checks: readonly UnitCheck[];
  readonly files: readonly string[];
  readonly branch: string | null;
}

/** How a check of a unit went; `exitCode` is null if it did not end by itself in time. */
export interface UnitCheck {
  readonly command: string;
  readonly passed: boolean;
  readonly exitCode: number | null;
  readonly output: string;
}

/** What an evaluation came to so far, the best variant first. */
export interface EvaluationInfo {
  readonly repeat: number;
  readonly tasks: readonly string[];
  readonly missingTasks: readonly string[];
  readonly variants: readonly VariantStanding[];
  readonly comparisons: readonly VariantComparison[];
  readonly runs: readonly EvaluationRun[];
}

/**
 * How a variant did, of the runs that count; what is unknown is null.
 *
 * `passRateLow` and `passRateHigh` bound the rate with 95 % confidence.
 */
export interface VariantStanding {
  readonly variant: string;
  readonly runs: number;
  readonly leftOut: number;
  readonly tasks: number;
  readonly solved: number;
  readonly passRate: number | null;
  readonly passRateLow: number;
  readonly passRateHigh: number;
  readonly score: number | null;
  readonly steps: number;
  readonly cost: number | null;
  readonly costPerSolved: number | null;
  readonly durationSeconds: number;
  readonly secondsPerSolved: number | null;
}

/** Two variants at the tasks that both ran, of which `first` solved more at `better`. */
export interface VariantComparison {
  readonly first: string;
  readonly second: string;
  readonly tasks: number;
  readonly better: number;
  readonly worse: number;
  readonly difference: number | null;
  readonly pValue: number | null;
  readonly pValueAdjusted: number | null;
}

/** A run of an evaluation; `leftOut` says why it does not count, null if it does. */
export interface EvaluationRun {
  readonly unitId: string;
  readonly task: string;
  readonly variant: string;
  readonly number: number;
  readonly leftOut: string | null;
  readonly solved: boolean;
  readonly checksPassed: number;
  readonly checks: number;
  readonly score: number | null;
}

/** `architect.cancel`; without a run, all that are not done. */
export interface CancelArgs {
  readonly runId?: string | null;
  readonly reason?: string | null;
}

/** `runId` is null if nothing was going on. */
export interface Cancelled {
  readonly runId: string | null;
  readonly state: Phase;
}

/** `architect.cancelWorkflow`; without a unit, the whole. */
export interface CancelWorkflowArgs {
  readonly workflowId: string;
  readonly unitId?: string | null;
}

/** `cancelled` is false if it was not running. */
export interface CancelledWorkflow {
  readonly cancelled: boolean;
}

/** `architect.checkpoints`: those of the session that a run belongs to. */
export interface CheckpointsArgs {
  readonly runId: string;
}

export interface CheckpointList {
  readonly checkpoints: readonly CheckpointInfo[];
}

/** The files as they were behind a step of a run; 0 is before it. `why` says it in words. */
export interface CheckpointInfo {
  readonly commit: string;
  readonly runId: string;
  readonly step: number;
  readonly at: string;
  readonly why: string;
}

/** `architect.commitMessage`; `uri` is that of the repository, or of a file in it. */
export interface CommitMessageArgs {
  readonly uri?: string | null;
  readonly model?: string | null;
}

export interface CommitMessage {
  readonly message: string;
}

/** `architect.compact`; `focus` is what matters most, in the user's words. */
export interface CompactArgs {
  readonly sessionId: string;
  readonly focus?: string;
  readonly model?: string | null;
  readonly wait?: boolean;
}

/** Which run was started, what it is called, and where it stands; old servers gave no title. */
export interface ShortRunInfo {
  readonly state: Phase;
  readonly position: number;
  readonly outcome?: Outcome;
  readonly ending?: Ending;
  readonly error?: string;
  readonly remedy?: ShownRemedy;
  readonly reason?: string;
  readonly pending?: PendingQuestion;
  readonly waitsFor?: string;
  readonly runId: string;
  readonly title?: string;
}

/** All about a run but its events. */
export interface RunInfo {
  readonly state: Phase;
  readonly position: number;
  readonly outcome?: Outcome;
  readonly ending?: Ending;
  readonly error?: string;
  readonly remedy?: ShownRemedy;
  readonly reason?: string;
  readonly pending?: PendingQuestion;
  readonly waitsFor?: string;
  readonly runId: string;
  readonly steps: number;
  readonly models: readonly string[];
  readonly usage: RunUsage;
  readonly filesChanged: readonly string[];
  readonly filesProposed: readonly string[];
  readonly denied: number;
  readonly output: string;
  readonly sessionId: string;
  readonly title: string;
  readonly agent: string;
  readonly root: string;
  readonly startedAt: string;
  readonly seq: number;
}

/** What a run has used so far; `usd` is null if a price is unknown. */
export interface RunUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number | null;
}

/** What would be asked of which agent; the first of `uris` says in which folder. */
export interface ContextArgs {
  readonly prompt?: string;
  readonly agent?: string | null;
  readonly uris?: readonly string[];
}

/** `tokens` are those of all parts, by our estimate; `window` those that a request may have. */
export interface Context {
  readonly tokens: number;
  readonly window: number;
  readonly parts: readonly ShownPart[];
}

/** A part of the first request; `leftOut` says what a limit kept out of it. */
export interface ShownPart {
  readonly name: string;
  readonly source: string;
  readonly tokens: number;
  readonly leftOut: string;
  readonly text: string;
}

/** `architect.deleteSession`; its proposals are lost, and what it changed stays as it is. */
export interface DeleteSessionArgs {
  readonly sessionId: string;
}

export interface DeletedSession {
  readonly deleted: boolean;
}

/** `architect.detach`; `handle` is that of `background.started`. */
export interface DetachArgs {
  readonly runId: string;
  readonly handle: string;
}

/** `detached` is false if no such command is running, or its run is over. */
export interface Detached {
  readonly detached: boolean;
}

/** `architect.diff`. */
export interface DiffArgs {
  readonly runId?: string | null;
  readonly sessionId?: string | null;
  readonly show?: boolean;
}

/**
 * What a run changed; `uri` is null if the page has no address.
 *
 * `files` are missing if the contents of one were not kept.
 */
export interface DiffPage {
  readonly patch: string;
  readonly uri: string | null;
  readonly files?: readonly FileSides[];
}

/** A file as the run found and as it left it; null where there was none. */
export interface FileSides {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** `architect.doctor`; `uri` says in which folder, `offline` asks nobody on the network. */
export interface DoctorArgs {
  readonly uri?: string | null;
  readonly offline?: boolean;
}

export interface DoctorChecks {
  readonly checks: readonly DoctorCheck[];
}

/** `message` says what was found and what to do, `command` is a line to copy, or empty. */
export interface DoctorCheck {
  readonly name: string;
  readonly state: "ok" | "warning" | "error";
  readonly message: string;
  readonly command: string;
}

/**
 * `architect.eval`; either `tasks`, or a `taskFolder` or a file of SWE-bench-like JSON lines.
 *
 * `configs` and `prompts` are files, as they are on the disk; all files are URIs. What `models`,
 * `agents`, `configs` and `prompts` list is combined. `agent` is for variants without one of
 * their own. `uri` says in which folder.
 */
export interface EvalArgs {
  readonly tasks?: readonly string[];
  readonly taskFolder?: string | null;
  readonly repositories?: string | null;
  readonly testCommand?: string;
  readonly models?: readonly string[];
  readonly agents?: readonly string[];
  readonly configs?: readonly string[];
  readonly prompts?: readonly string[];
  readonly checks?: readonly string[];
  readonly repeat?: number;
  readonly uri?: string | null;
  readonly agent?: string | null;
  readonly mode?: ConfirmMode | null;
  readonly workers?: number | null;
  readonly limits?: EvalLimits;
  readonly wait?: boolean;
}

/** Those of each run, but for `usd`, which is of all of them together. */
export interface EvalLimits {
  readonly steps?: number | null;
  readonly seconds?: number | null;
  readonly usdEach?: number | null;
  readonly usd?: number | null;
}

/** `architect.events`. */
export interface EventsArgs {
  readonly runId: string;
  readonly after?: number;
  readonly limit?: number;
}

/** Go on behind the number `next` unless the run is `done`. */
export interface Events {
  readonly events: readonly RunEvent[];
  readonly next: number;
  readonly done: boolean;
}

/** `architect.exportSession`: the conversation in Markdown, or all events as JSON. */
export interface ExportSessionArgs {
  readonly sessionId: string;
  readonly format?: "markdown" | "json";
}

/** The text, and a name for a file that has it. */
export interface SessionExport {
  readonly text: string;
  readonly name: string;
}

/** `architect.findings`: lists them; `dismiss` one, or `clear` those of `uri`, or all. */
export interface FindingsArgs {
  readonly uri?: string | null;
  readonly dismiss?: string | null;
  readonly clear?: boolean;
}

export interface Findings {
  readonly findings: readonly ShownFinding[];
}

/** A finding of a review, at the place where it is now. */
export interface ShownFinding {
  readonly findingId: string;
  readonly uri: string;
  readonly path: string;
  readonly range: WireRange;
  readonly severity: "error" | "warning" | "info";
  readonly category: "bug" | "security" | "performance" | "tests" | "maintainability" | "documentation";
  readonly title: string;
  readonly detail: string;
  readonly suggestion: string | null;
  readonly runId: string;
}

/** An LSP range. */
export interface WireRange {
  readonly start: WirePosition;
  readonly end: WirePosition;
}

/** An LSP position, in the encoding of the client. */
export interface WirePosition {
  readonly line: number;
  readonly character: number;
}

/** `architect.fix`: a finding, or diagnostics of any source in a document. */
export interface FixArgs {
  readonly findingId?: string | null;
  readonly uri?: string | null;
  readonly diagnostics?: readonly JsonObject[];
  readonly mode?: ConfirmMode | null;
  readonly review?: EditReview | null;
  readonly model?: string | null;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high" | "max" | null;
  readonly wait?: boolean;
}

/**
 * `architect.forkSession`: up to and with a run, all without one, or up to the one `before` it.
 *
 * With `restoreFiles` they go back to how they were before the first run that is left out.
 */
export interface ForkSessionArgs {
  readonly sessionId: string;
  readonly runId?: string | null;
  readonly before?: boolean;
  readonly restoreFiles?: boolean;
}

/**
 * `sessionId` is null if nothing is before; `prompt` is what the user said to the run, and
 * `attached` what went with it that the prompt does not bring along.
 *
 * `restored` is null unless files were to go back and a run is left out.
 */
export interface ForkedSession {
  readonly sessionId: string | null;
  readonly prompt: string;
  readonly attached: readonly Attached[];
  readonly restored: RestoredFiles | null;
}

/**
 * What became of the files; `before` is the checkpoint of how they were, null if it changed
 * nothing.
 */
export interface RestoredFiles {
  readonly reverted: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly before: string | null;
}

/** A file that was left as it is; `lines` are first and last lines in it, from 1. */
export interface Conflict {
  readonly path: string;
  readonly reason: string;
  readonly lines: readonly (readonly [number, number])[];
}

/**
 * `architect.hunks`: of one run, of a session, or of the newest runs; in one document, or
 * everywhere.
 */
export interface HunksArgs {
  readonly runId?: string | null;
  readonly sessionId?: string | null;
  readonly uri?: string | null;
}

/** What is open; `conflicts` are kept, or undone with `changedToo`. */
export interface Hunks {
  readonly hunks: readonly ShownHunk[];
  readonly conflicts: readonly LostHunk[];
}

/**
 * Lines of a run that the user has not decided about, at the place where they are now.
 *
 * `before` and `after` are the lines without and with the change; the document has those after it
 * where the change is applied, and those before it where it is proposed. `change` is what becomes
 * of the file as a whole. `byCommand` is there and true if commands changed it, and no tool.
 */
export interface ShownHunk {
  readonly hunkId: string;
  readonly runId: string;
  readonly uri: string;
  readonly path: string;
  readonly range: WireRange;
  readonly before: string;
  readonly after: string;
  readonly kind: "applied" | "proposed";
  readonly change: "created" | "modified" | "deleted";
  readonly byCommand?: boolean;
}

/**
 * Hunks whose lines are others by now: kept, or undone with what was done to those lines.
 *
 * `lines` count from 1. `range` is where they stand in the document, `before` what it would have
 * there without them; they have none where there is no file.
 */
export interface LostHunk {
  readonly hunkIds: readonly string[];
  readonly runId: string;
  readonly uri: string;
  readonly path: string;
  readonly reason: string;
  readonly lines: readonly (readonly [number, number])[];
  readonly range?: WireRange;
  readonly before?: string;
}

/**
 * `config` and `problems` are those of the first folder.
 *
 * `installLitellm` is the line for a shell that installs LiteLLM where the server runs.
 */
export interface ServerInfo {
  readonly version: string;
  readonly protocol: number;
  readonly config: JsonObject | null;
  readonly problems: readonly string[];
  readonly roots: readonly RootInfo[];
  readonly positionEncoding: "utf-8" | "utf-16" | "utf-32";
  readonly installLitellm: string;
}

/**
 * How one folder is set up; no key is ever in it.
 *
 * `modelProblem` says why runs would not get their model, such as a missing key.
 */
export interface RootInfo {
  readonly root: string;
  readonly config: JsonObject | null;
  readonly problems: readonly string[];
  readonly modelProblem: string | null;
}

/**
 * `architect.keep`: some hunks of a run or of a session, those of some files, or all that are
 * open.
 */
export interface KeepArgs {
  readonly runId?: string | null;
  readonly sessionId?: string | null;
  readonly uris?: readonly string[] | null;
  readonly hunkIds?: readonly string[] | null;
}

/**
 * `runId` is that of the keeping, by which it can be undone; null if there was nothing.
 *
 * For each run of a session there is one in `runIds`, of which `runId` is the last; old servers
 * gave none.
 */
export interface Kept {
  readonly runId: string | null;
  readonly runIds?: readonly string[];
  readonly kept: readonly string[];
  readonly conflicts: readonly Conflict[];
}

/**
 * `architect.loop`; `spec` is a text that goes with the task, `uri` says in which folder.
 *
 * In a `copy` the files of the user stay as they are, and what comes of it is on a branch.
 */
export interface LoopArgs {
  readonly task: string;
  readonly checks?: readonly string[];
  readonly spec?: string;
  readonly uri?: string | null;
  readonly agent?: string | null;
  readonly model?: string | null;
  readonly mode?: ConfirmMode | null;
  readonly copy?: boolean;
  readonly keepBest?: boolean;
  readonly protectChecks?: boolean;
  readonly limits?: LoopLimits;
  readonly wait?: boolean;
}

/** `steps` are those of each iteration; the others are of the whole. */
export interface LoopLimits {
  readonly iterations?: number | null;
  readonly steps?: number | null;
  readonly seconds?: number | null;
  readonly usd?: number | null;
}

/**
 * `architect.mcp`; with `connect` or `restart`, that is done first, for `server` or for all.
 *
 * The first of `uris` says in which folder.
 */
export interface McpArgs {
  readonly action?: "list" | "connect" | "restart" | "stop";
  readonly server?: string | null;
  readonly uris?: readonly string[];
}

export interface McpServers {
  readonly servers: readonly McpServer[];
}

/**
 * `state` is `off`, `starting`, `ready` or `failed`, which `problem` explains.
 *
 * `log` are the last lines that the server said beside its answers.
 */
export interface McpServer {
  readonly name: string;
  readonly place: string;
  readonly state: string;
  readonly problem: string;
  readonly tools: readonly McpTool[];
  readonly log: readonly string[];
}

export interface McpTool {
  readonly name: string;
  readonly description: string;
}

/** `architect.mentions`; `text` is the message up to the cursor, `uri` the active document. */
export interface MentionsArgs {
  readonly text: string;
  readonly uri?: string | null;
  readonly limit?: number;
}

export interface Mentions {
  readonly from: number;
  readonly mentions: readonly ShownMention[];
}

/** `insert` stands for all from the @ or slash on; `complete` is false for what goes on. */
export interface ShownMention {
  readonly insert: string;
  readonly label: string;
  readonly kind: "file" | "folder" | "symbol" | "problems" | "diff" | "terminal" | "server" | "task" | "skill" | "prompt";
  readonly detail: string;
  readonly complete: boolean;
}

/**
 * Which provider to ask; all that can be used if it is left out.
 *
 * `openai-compatible` is a server that speaks OpenAI's format, at `apiBase` or where the settings
 * say.
 */
export interface ModelsArgs {
  readonly provider?: string | null;
  readonly apiBase?: string | null;
}

/** `model` is the one that runs would get, or `auto` if a local server decides. */
export interface Models {
  readonly model: string;
  readonly providers: readonly ListedProvider[];
}

/** `access` says how it is reached, `problem` why it was not asked; no key is ever in it. */
export interface ListedProvider {
  readonly provider: string;
  readonly access: string;
  readonly problem: string | null;
  readonly models: readonly ListedModel[];
}

/**
 * `name` is what `llm.model` takes; null stands for what nobody says.
 *
 * `efforts` are what `llm.reasoning_effort` takes for it, none if nobody says.
 */
export interface ListedModel {
  readonly name: string;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
  readonly price: TokenPrice | null;
  readonly tools: boolean | null;
  readonly reasoning: boolean | null;
  readonly vision: boolean | null;
  readonly efforts: readonly string[];
}

/** US dollars per million tokens; null where there is no price of its own. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  readonly cached: number | null;
  readonly cacheWrite: number | null;
}

/**
 * `architect.parallel`; the tasks take turns with the `models`, `uri` says in which folder.
 *
 * With `merge` what merges cleanly is on one more branch; `resolveConflicts` has an agent merge
 * the rest.
 */
export interface ParallelArgs {
  readonly tasks: readonly string[];
  readonly checks?: readonly string[];
  readonly uri?: string | null;
  readonly agent?: string | null;
  readonly models?: readonly string[];
  readonly mode?: ConfirmMode | null;
  readonly workers?: number | null;
  readonly merge?: boolean;
  readonly resolveConflicts?: boolean;
  readonly limits?: ParallelLimits;
  readonly wait?: boolean;
}

/** Those of each task, but for `usd`, which is of all of them together. */
export interface ParallelLimits {
  readonly steps?: number | null;
  readonly seconds?: number | null;
  readonly usdEach?: number | null;
  readonly usd?: number | null;
}

/**
 * `architect.pipeline`; `uri` is the file, which may be open and unsaved.
 *
 * It works in `folder`, else in the folder that the file is in. `agent` and `model` stand in for
 * steps that name none.
 */
export interface PipelineArgs {
  readonly uri: string;
  readonly folder?: string | null;
  readonly variables?: JsonObject;
  readonly fromStep?: string | null;
  readonly agent?: string | null;
  readonly model?: string | null;
  readonly mode?: ConfirmMode | null;
  readonly workers?: number | null;
  readonly limits?: PipelineLimits;
  readonly wait?: boolean;
}

/** `steps` are those of each run; the others are of the whole. */
export interface PipelineLimits {
  readonly steps?: number | null;
  readonly seconds?: number | null;
  readonly usd?: number | null;
}

/** `architect.pipelinePlan`; see `architect.pipeline`. Variables may lack their values. */
export interface PipelinePlanArgs {
  readonly uri: string;
  readonly folder?: string | null;
  readonly variables?: JsonObject;
  readonly fromStep?: string | null;
}

/**
 * What a pipeline would do; `graph` is a flowchart in the language of Mermaid.
 *
 * `missing` are the variables that have no value.
 */
export interface PipelinePlan {
  readonly name: string;
  readonly description: string;
  readonly variables: readonly PipelineVariable[];
  readonly missing: readonly string[];
  readonly steps: readonly PipelineStep[];
  readonly graph: string;
}

/** A variable with its value, any JSON; one that is null has to be given. */
export interface PipelineVariable {
  readonly name: string;
  readonly value: unknown;
}

/**
 * A step as it would run; see docs/workflows.md for each.
 *
 * `forEach` is a list or the name of the variable that holds one, null for a step that is done
 * once. One that is `leftOut` is above the step to begin with. `details` are what is special about
 * it, in words.
 */
export interface PipelineStep {
  readonly name: string;
  readonly prompt: string;
  readonly agent: string;
  readonly model: string | null;
  readonly needs: readonly string[];
  readonly condition: string;
  readonly forEach: readonly unknown[] | string | null;
  readonly outputVar: string;
  readonly checks: readonly string[];
  readonly retries: number;
  readonly approval: boolean;
  readonly checkpoint: boolean;
  readonly place: "workspace" | "copy";
  readonly leftOut: boolean;
  readonly details: readonly string[];
}

/** Those of the open folders, by their paths. */
export interface Pipelines {
  readonly pipelines: readonly PipelineInfo[];
}

/**
 * A file that is meant as a pipeline; `path` is below `root`.
 *
 * `problem` says what is wrong in it, a line for each with file, line and key, and is null else.
 */
export interface PipelineInfo {
  readonly uri: string;
  readonly root: string;
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly variables: readonly PipelineVariable[];
  readonly steps: number;
  readonly problem: string | null;
}

/** `architect.renameSession`; without a `title` it is called by what it began with again. */
export interface RenameSessionArgs {
  readonly sessionId: string;
  readonly title?: string;
}

/** The title as lists show it: one line, cut if it was too long. */
export interface RenamedSession {
  readonly sessionId: string;
  readonly title: string;
}

/** `architect.resume`: resume a session, in the user's words if there are any. */
export interface ResumeArgs {
  readonly sessionId: string;
  readonly prompt?: string | null;
  readonly mode?: "ask" | "edit" | "plan" | "yolo" | "confirm-sensitive" | "confirm-all" | null;
  readonly model?: string | null;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high" | "max" | null;
  readonly review?: EditReview | null;
  readonly autoReview?: boolean | null;
  readonly attachments?: readonly SentAttachment[];
  readonly wait?: boolean;
}

/**
 * What goes with a message: `text`, or the lines of the document `uri` in `range`, or all.
 *
 * An image has its `data` in base64 and its `mediaType`: PNG, JPEG, GIF or WebP, 5 MB at most.
 * `name` is what the message shows; so is `lines`, how many of `text` a command has printed.
 */
export interface SentAttachment {
  readonly kind: "selection" | "file" | "problem" | "test" | "terminal" | "text" | "image";
  readonly name: string;
  readonly text?: string | null;
  readonly uri?: string | null;
  readonly range?: Span | null;
  readonly mediaType?: string | null;
  readonly data?: string | null;
  readonly lines?: number | null;
}

/** An LSP range. */
export interface Span {
  readonly start: Place;
  readonly end: Place;
}

/** An LSP position. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** `architect.resumeWorkflow`; with `approve` all that waits for an approval has it. */
export interface ResumeWorkflowArgs {
  readonly workflowId: string;
  readonly approve?: boolean;
  readonly limits?: ResumeLimits;
  readonly wait?: boolean;
}

/** Those of the whole; what is missing stays as it was. */
export interface ResumeLimits {
  readonly seconds?: number | null;
  readonly usd?: number | null;
}

/** `architect.review`. */
export interface ReviewArgs {
  readonly scope: "selection" | "file" | "changes" | "workspace";
  readonly uri?: string | null;
  readonly range?: Span | null;
  readonly base?: string | null;
  readonly model?: string | null;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high" | "max" | null;
  readonly wait?: boolean;
}

/**
 * `architect.rollback`: to the files behind `step` of a run, where 0 is before it, or to a
 * `commit` of `architect.checkpoints`; `uris` are the files or folders that it is about, all if
 * there are none.
 *
 * What was changed since the last checkpoint of the session stays, unless `exactly`.
 */
export interface RollbackArgs {
  readonly runId: string;
  readonly step?: number | null;
  readonly commit?: string | null;
  readonly uris?: readonly string[] | null;
  readonly exactly?: boolean;
}

/**
 * `before` is the checkpoint of how it was, to go forward again; null if nothing was changed.
 *
 * `reverted` are paths that are as they were then, `conflicts` those that were left alone.
 */
export interface RolledBackResult {
  readonly runId: string | null;
  readonly before: string | null;
  readonly reverted: readonly string[];
  readonly conflicts: readonly Conflict[];
}

/**
 * `architect.run`; without a `title` the run is called by its prompt.
 *
 * One that begins with `/explain`, `/fix` or `/tests` is that task, about what follows or what
 * goes along.
 */
export interface RunArgs {
  readonly prompt: string;
  readonly title?: string | null;
  readonly agent?: string | null;
  readonly mode?: "ask" | "edit" | "plan" | "yolo" | "confirm-sensitive" | "confirm-all" | null;
  readonly scope?: Scope;
  readonly attachments?: readonly SentAttachment[];
  readonly model?: string | null;
  readonly reasoning?: "none" | "minimal" | "low" | "medium" | "high" | "max" | null;
  readonly limits?: RunLimits;
  readonly dryRun?: boolean;
  readonly review?: EditReview | null;
  readonly autoReview?: boolean | null;
  readonly session?: string | null;
  readonly wait?: boolean;
}

/** What a run is about: documents, and a range in the first of them. */
export interface Scope {
  readonly uris?: readonly string[];
  readonly range?: Span | null;
}

export interface RunLimits {
  readonly steps?: number | null;
  readonly seconds?: number | null;
  readonly usd?: number | null;
}

/** `architect.runs`. */
export interface RunsArgs {
  readonly runId?: string | null;
}

export interface Runs {
  readonly runs: readonly RunInfo[];
}

/**
 * `architect.say`; `scope` is what the words are about, as in `architect.run`.
 *
 * The model reads them at the end of its step, or at once if `interrupt` ends what that is doing.
 */
export interface SayArgs {
  readonly runId: string;
  readonly text: string;
  readonly scope?: Scope;
  readonly attachments?: readonly SentAttachment[];
  readonly interrupt?: boolean;
  readonly messageId?: string | null;
}

/** `accepted` is false if the run reads no more: it is over, or about to be. */
export interface Said {
  readonly accepted: boolean;
  readonly messageId: string;
}

/** `architect.sessions`: those with all words of `query` in the title or the conversation. */
export interface SessionsArgs {
  readonly query?: string;
  readonly limit?: number | null;
}

export interface Sessions {
  readonly sessions: readonly SessionInfo[];
}

/**
 * A session in a line; `cost` is null if a price is unknown, `problem` if there is none.
 *
 * `title` is what the user calls it, or else what it began with. `live` is the run that goes on in
 * it, if one does. `undecided` changes are known to wait for a decision; more may. Old servers
 * gave no `title`, `root`, `live` and `undecided`.
 */
export interface SessionInfo {
  readonly sessionId: string;
  readonly task: string;
  readonly title?: string;
  readonly agent: string;
  readonly status: "running" | "completed" | "partial" | "failed" | "cancelled" | "interrupted" | "corrupt";
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
  readonly cost: number | null;
  readonly filesChanged: readonly string[];
  readonly runs: readonly string[];
  readonly problem: string | null;
  readonly root?: string;
  readonly live?: string | null;
  readonly undecided?: number;
}

/** `architect.stop`; `handle` is that of `background.started`. */
export interface StopArgs {
  readonly runId: string;
  readonly handle: string;
}

/** `stopped` is false if no such command was running. */
export interface Stopped {
  readonly stopped: boolean;
}

/** `architect.transcript`. */
export interface TranscriptArgs {
  readonly runId: string;
  readonly show?: boolean;
}

/** What happened in a run, in Markdown; `uri` is null if the page has no address. */
export interface TranscriptPage {
  readonly text: string;
  readonly uri: string | null;
}

/**
 * `architect.undo`: a run, or all of a session, or some of their files or hunks; `note` says
 * why, for the agent.
 *
 * Of whole files what the user has kept stays, unless `keptToo`. Hunks whose lines were changed
 * since stay, unless `changedToo`: then they are undone with what was done to them.
 */
export interface UndoArgs {
  readonly runId?: string | null;
  readonly sessionId?: string | null;
  readonly uris?: readonly string[] | null;
  readonly hunkIds?: readonly string[] | null;
  readonly keptToo?: boolean;
  readonly changedToo?: boolean;
  readonly note?: string | null;
}

/**
 * `runId` is that of the undo, by which it can be undone; null if nothing was changed.
 *
 * For each run of a session there is one in `runIds`, of which `runId` is the last: to redo, undo
 * that one first. Of the files, `deleted` are gone now, since the run had made them. Old servers
 * gave neither.
 * `hunks` are those that were asked for by their ids, or dropped, and are gone. `kept` are those
 * that stay because the user had kept them.
 */
export interface Undone {
  readonly runId: string | null;
  readonly runIds?: readonly string[];
  readonly reverted: readonly string[];
  readonly deleted?: readonly string[];
  readonly conflicts: readonly Conflict[];
  readonly hunks: readonly string[];
  readonly kept: readonly string[];
}

/** `architect.withdraw`; `messageId` is that of `architect.say`. */
export interface WithdrawArgs {
  readonly runId: string;
  readonly messageId: string;
}

/** `withdrawn` is false if the model has read it, or there is no such message. */
export interface Withdrawn {
  readonly withdrawn: boolean;
}

/** `architect.workflow`. */
export interface WorkflowArgs {
  readonly workflowId: string;
}

/** `architect.workflowDiff`. */
export interface WorkflowDiffArgs {
  readonly workflowId: string;
  readonly unitId: string;
  readonly show?: boolean;
}

/** `architect.workflowReport`; `table` and `csv` are those of an evaluation. */
export interface WorkflowReportArgs {
  readonly workflowId: string;
  readonly format?: "markdown" | "html" | "json" | "junit" | "table" | "csv";
}

export interface WorkflowReport {
  readonly text: string;
}

/** `architect.workflows`; `units` wants those of each as well. */
export interface WorkflowsArgs {
  readonly units?: boolean;
  readonly limit?: number;
}

/** The newest first. */
export interface Workflows {
  readonly workflows: readonly WorkflowInfo[];
}

/**
 * A question to the user; `grant` says what choosing `run` would allow.
 *
 * One of the kind `question` is of the model: it wants words, and `answers` are suggestions.
 * `editable` is there and true if the preview is an edit of one file that may be changed.
 */
export interface ConfirmParams {
  readonly requestId: string;
  readonly runId: string;
  readonly kind: "edit" | "command" | "tool" | "question" | "approval";
  readonly subject: Subject;
  readonly title: string;
  readonly detail: string;
  readonly grant: string;
  readonly options: readonly Choice[];
  readonly offers: readonly string[];
  readonly default: Choice;
  readonly expiresAt: string;
  readonly preview?: PatchPreview | CommandPreview;
  readonly answers?: readonly string[];
  readonly editable?: boolean;
}

/**
 * What a question is about: a call of a tool, or a file that may hold secrets.
 *
 * EGRESS is a call that leaves the workspace after a text from outside came in. EXECUTABLE_CONFIG
 * is a change of configuration that editors, CI or other programs execute. QUESTION is one of the
 * model, which wants words. APPROVAL is about a step of a workflow.
 */
export type Subject = "call" | "egress" | "sensitive file" | "executable config file" | "question" | "approval";

/** An edit, as a patch. */
export interface PatchPreview {
  readonly patch: string;
}

/** A command line, and the folder it runs in. */
export interface CommandPreview {
  readonly command: string;
  readonly cwd: string;
}

/**
 * `offer` is the place of one of the `offers`, for `project` and `always`.
 *
 * The words that answer a `question` are the `note` of the choice `once`. `content`, of `once`, is
 * the whole text that the file of an `editable` edit is to have instead, up to a million
 * characters.
 */
export interface ConfirmAnswer {
  readonly choice: Choice;
  readonly note?: string;
  readonly offer?: number;
  readonly content?: string;
}

/** Documents that have to be saved before a command runs. */
export interface SaveParams {
  readonly uris: readonly string[];
}

export interface SaveAnswer {
  readonly saved: readonly string[];
  readonly failed: readonly SaveFailure[];
}

/** Why a document is not saved. */
export interface SaveFailure {
  readonly uri: string;
  readonly reason: string;
}

/**
 * The folder whose files they are about, and which of those, if not all.
 *
 * Of `uris` the editor opens those that are not open, so that language servers look at them, and
 * waits for their first report; with `since`, the mark of an earlier answer, for reports on all
 * of them after it: for `waitMs` at most, and not at all if no language server looks at them.
 */
export interface ProblemsParams {
  readonly root: string;
  readonly uris?: readonly string[];
  readonly since?: number;
  readonly waitMs?: number;
}

/** `mark` counts the reports so far; `unknown` are files that nobody has reported on yet. */
export interface ProblemsAnswer {
  readonly problems: readonly Problem[];
  readonly mark?: number;
  readonly unknown?: readonly string[];
}

/** What a language server reports; `line` from 1. */
export interface Problem {
  readonly uri: string;
  readonly line: number;
  readonly severity: "error" | "warning" | "info" | "hint";
  readonly message: string;
  readonly source: string;
}

/**
 * What is asked of the language servers of a file, about what stands at `position`.
 *
 * `newName` is for `rename`; `format` is about the whole file, whatever the position.
 */
export interface LanguageParams {
  readonly feature: "definition" | "references" | "hover" | "rename" | "format";
  readonly uri: string;
  readonly position: TextPosition;
  readonly newName?: string;
}

/** As in LSP: from 0, the character in UTF-16. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/**
 * `locations` of a definition or references; `text` of a hover, in Markdown.
 *
 * `edits` are what a `rename` or a `format` would do, which the editor does not do itself;
 * `refused` is why there are none.
 */
export interface LanguageAnswer {
  readonly locations?: readonly LanguageLocation[];
  readonly text?: string;
  readonly edits?: readonly LanguageFileEdits[];
  readonly refused?: string;
}

/** Where something begins. */
export interface LanguageLocation {
  readonly uri: string;
  readonly position: TextPosition;
}

/** The edits of a file; `version` is that of its document, null if it is not open. */
export interface LanguageFileEdits {
  readonly uri: string;
  readonly version: number | null;
  readonly edits: readonly LanguageEdit[];
}

/** A `TextEdit` of LSP. */
export interface LanguageEdit {
  readonly range: TextSpan;
  readonly newText: string;
}

/** As a range of LSP, in UTF-16. */
export interface TextSpan {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** A request to the editor's own model; `model` is an id or a family, null for its default. */
export interface CompleteParams {
  readonly requestId: string;
  readonly model: string | null;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly options: ModelOptions;
}

/** A message of the conversation; `toolCallId` and `name` are those of a tool's result. */
export interface ModelMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly toolCalls?: readonly ModelCall[];
  readonly toolCallId?: string;
  readonly name?: string;
}

/** A call of a tool; `arguments` is the JSON text as the model wrote it, valid or not. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool the model may call; `parameters` is a JSON schema. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** `justification` may be shown when the editor asks its user for leave. */
export interface ModelOptions {
  readonly toolChoice: "auto" | "none";
  readonly justification: string;
  readonly maxTokens?: number;
  readonly temperature?: number;
}

/** The whole reply; `model` is the id of the model that gave it. */
export interface CompleteAnswer {
  readonly text: string;
  readonly toolCalls: readonly ModelCall[];
  readonly finish: "stop" | "tool_calls" | "length";
  readonly usage?: ModelUsage;
  readonly model: string;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** An empty object. */
export type NoParams = Record<string, never>;

export interface EditorModels {
  readonly models: readonly EditorModel[];
}

/** A model that the editor has. */
export interface EditorModel {
  readonly id: string;
  readonly vendor: string;
  readonly family: string;
  readonly name: string;
  readonly maxInputTokens: number;
}

/** A question is no longer open. */
export interface ConfirmResolved {
  readonly requestId: string;
  readonly reason: "answered" | "expired" | "cancelled";
}

/** In these documents hunks came, went or moved; `architect.hunks` tells the present ones. */
export interface HunksChanged {
  readonly uris: readonly string[];
}

/** How a workflow is doing, and those of its units that changed since the last such message. */
export interface WorkflowChanged {
  readonly workflow: WorkflowInfo;
  readonly units: readonly UnitInfo[];
}

/**
 * A piece of the text of a reply that is on its way, which may be empty.
 *
 * `waitsForUser`: the editor asks its user first whether the model may be used. The next piece
 * tells that this is over.
 */
export interface CompleteDelta {
  readonly requestId: string;
  readonly text: string;
  readonly waitsForUser?: boolean;
}

/** The `data` of an error answer; it may be worth trying again where it is `retryable`. */
export interface FaultData {
  readonly code: "invalid_params" | "busy" | "unknown_run" | "stale" | "not_configured" | "untrusted";
  readonly detail: string;
  readonly retryable: boolean;
  readonly remedy?: ShownRemedy;
}

/** The `data` of the error with code -32020 that answers a request to the editor's model. */
export interface CompleteFailure {
  readonly code: "no_permission" | "quota" | "not_found" | "blocked" | "unavailable";
  readonly detail: string;
  readonly retryable: boolean;
}

/** `architect/event`, told apart by `type`. */
export type RunEvent =
  | RunState
  | RunStarted
  | StepStarted
  | UserSaid
  | ModelRequested
  | ModelDelta
  | ModelReasoning
  | ModelRetried
  | ModelWarned
  | ModelSwitched
  | ModelReplied
  | ModelNudged
  | ToolRequested
  | ToolDecided
  | ToolOutput
  | ToolFinished
  | FileChangeIntended
  | FileChanged
  | FileProposed
  | ChangesNotRecorded
  | ChangesRejected
  | ChangesKept
  | CheckpointMade
  | CheckpointFailed
  | ActionPlanned
  | BackgroundStarted
  | BackgroundEnded
  | BackgroundKept
  | BackgroundTold
  | ChildStarted
  | ChildCalled
  | ChildReplied
  | ChildDenied
  | ChildFetches
  | ChildFinished
  | FindingReported
  | PlanUpdated
  | UserAsked
  | ContextCompacted
  | ContextNotCompacted
  | RepetitionWarned
  | BudgetWarned
  | HookRan
  | TestsRan
  | GateStarted
  | GateRan
  | GateSkipped
  | CompletionRefused
  | EvaluationFinished
  | WorkReviewed
  | HealthMeasured
  | ReviewCovered
  | SecretRedacted
  | RunTainted
  | SandboxMissing
  | ToolLeftOut
  | ServerSaid
  | MentionLeftOut
  | RulesTold
  | ToolsAnnounced
  | MemoryAdded
  | SafetyNetHit
  | RunFinished;

/** The commands by name. */
export interface Commands {
  readonly "architect.agents": { readonly argument: NoArgs; readonly result: Agents };
  readonly "architect.answer": { readonly argument: AnswerArgs; readonly result: Answered };
  readonly "architect.approve": { readonly argument: ApproveArgs; readonly result: WorkflowInfo };
  readonly "architect.cancel": { readonly argument: CancelArgs; readonly result: Cancelled };
  readonly "architect.cancelWorkflow": { readonly argument: CancelWorkflowArgs; readonly result: CancelledWorkflow };
  readonly "architect.checkpoints": { readonly argument: CheckpointsArgs; readonly result: CheckpointList };
  readonly "architect.commitMessage": { readonly argument: CommitMessageArgs; readonly result: CommitMessage };
  readonly "architect.compact": { readonly argument: CompactArgs; readonly result: ShortRunInfo | RunInfo };
  readonly "architect.context": { readonly argument: ContextArgs; readonly result: Context };
  readonly "architect.deleteSession": { readonly argument: DeleteSessionArgs; readonly result: DeletedSession };
  readonly "architect.detach": { readonly argument: DetachArgs; readonly result: Detached };
  readonly "architect.diff": { readonly argument: DiffArgs; readonly result: DiffPage };
  readonly "architect.doctor": { readonly argument: DoctorArgs; readonly result: DoctorChecks };
  readonly "architect.eval": { readonly argument: EvalArgs; readonly result: WorkflowInfo };
  readonly "architect.events": { readonly argument: EventsArgs; readonly result: Events };
  readonly "architect.exportSession": { readonly argument: ExportSessionArgs; readonly result: SessionExport };
  readonly "architect.findings": { readonly argument: FindingsArgs; readonly result: Findings };
  readonly "architect.fix": { readonly argument: FixArgs; readonly result: ShortRunInfo | RunInfo };
  readonly "architect.forkSession": { readonly argument: ForkSessionArgs; readonly result: ForkedSession };
  readonly "architect.hunks": { readonly argument: HunksArgs; readonly result: Hunks };
  readonly "architect.info": { readonly argument: NoArgs; readonly result: ServerInfo };
  readonly "architect.keep": { readonly argument: KeepArgs; readonly result: Kept };
  readonly "architect.loop": { readonly argument: LoopArgs; readonly result: WorkflowInfo };
  readonly "architect.mcp": { readonly argument: McpArgs; readonly result: McpServers };
  readonly "architect.mentions": { readonly argument: MentionsArgs; readonly result: Mentions };
  readonly "architect.models": { readonly argument: ModelsArgs; readonly result: Models };
  readonly "architect.parallel": { readonly argument: ParallelArgs; readonly result: WorkflowInfo };
  readonly "architect.pipeline": { readonly argument: PipelineArgs; readonly result: WorkflowInfo };
  readonly "architect.pipelinePlan": { readonly argument: PipelinePlanArgs; readonly result: PipelinePlan };
  readonly "architect.pipelines": { readonly argument: NoArgs; readonly result: Pipelines };
  readonly "architect.renameSession": { readonly argument: RenameSessionArgs; readonly result: RenamedSession };
  readonly "architect.resume": { readonly argument: ResumeArgs; readonly result: ShortRunInfo | RunInfo };
  readonly "architect.resumeWorkflow": { readonly argument: ResumeWorkflowArgs; readonly result: WorkflowInfo };
  readonly "architect.review": { readonly argument: ReviewArgs; readonly result: ShortRunInfo | RunInfo };
  readonly "architect.rollback": { readonly argument: RollbackArgs; readonly result: RolledBackResult };
  readonly "architect.run": { readonly argument: RunArgs; readonly result: ShortRunInfo | RunInfo };
  readonly "architect.runs": { readonly argument: RunsArgs; readonly result: Runs };
  readonly "architect.say": { readonly argument: SayArgs; readonly result: Said };
  readonly "architect.sessions": { readonly argument: SessionsArgs; readonly result: Sessions };
  readonly "architect.stop": { readonly argument: StopArgs; readonly result: Stopped };
  readonly "architect.transcript": { readonly argument: TranscriptArgs; readonly result: TranscriptPage };
  readonly "architect.undo": { readonly argument: UndoArgs; readonly result: Undone };
  readonly "architect.withdraw": { readonly argument: WithdrawArgs; readonly result: Withdrawn };
  readonly "architect.workflow": { readonly argument: WorkflowArgs; readonly result: WorkflowInfo };
  readonly "architect.workflowDiff": { readonly argument: WorkflowDiffArgs; readonly result: DiffPage };
  readonly "architect.workflowReport": { readonly argument: WorkflowReportArgs; readonly result: WorkflowReport };
  readonly "architect.workflows": { readonly argument: WorkflowsArgs; readonly result: Workflows };
}

/** What the server asks. */
export interface ServerRequests {
  readonly "architect/confirm": { readonly params: ConfirmParams; readonly result: ConfirmAnswer };
  readonly "architect/save": { readonly params: SaveParams; readonly result: SaveAnswer };
  readonly "architect/problems": { readonly params: ProblemsParams; readonly result: ProblemsAnswer };
  readonly "architect/language": { readonly params: LanguageParams; readonly result: LanguageAnswer };
  readonly "architect/llm/complete": { readonly params: CompleteParams; readonly result: CompleteAnswer };
  readonly "architect/llm/models": { readonly params: NoParams; readonly result: EditorModels };
}

/** What the server tells. */
export interface ServerNotifications {
  readonly "architect/event": RunEvent;
  readonly "architect/confirm/resolved": ConfirmResolved;
  readonly "architect/hunks/changed": HunksChanged;
  readonly "architect/workflow/changed": WorkflowChanged;
}

/** What the client tells. */
export interface ClientNotifications {
  readonly "architect/llm/delta": CompleteDelta;
}

/** What a client may name in `initializationOptions.architect.features`. */
export interface ClientFeatures {
  readonly events?: boolean;
  readonly confirm?: boolean;
  readonly save?: boolean;
  readonly problems?: boolean;
  readonly language?: boolean;
  readonly hunks?: boolean;
  readonly llm?: boolean;
  readonly renamed?: boolean;
  readonly partial?: boolean;
  readonly workflows?: boolean;
}

/** From here on a front end says what to do about a full context, in percent of it. */
export const NEARLY_FULL_PERCENT = 85;
