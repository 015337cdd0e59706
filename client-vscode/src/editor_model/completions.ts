/** Answers `architect/llm/models` and `architect/llm/complete` with the editor's own models. */

import { within } from "../daemon/serverProcess";
import type { Cancellation } from "../disposable";
import type {
  CompleteAnswer,
  CompleteDelta,
  CompleteParams,
  EditorModels,
  ModelUsage,
} from "../protocol/generated";
import type { CallPart, LanguageModel, LanguageModels } from "./languageModels";
import { modelRequest, textOf, toModelCall } from "./messages";
import { modelError, toModelError } from "./modelErrors";

type OnDelta = (delta: CompleteDelta) => void;

/** A reply is not kept back for longer by who counts its tokens. */
const COUNT_MS = 5_000;

export async function listModels(models: LanguageModels): Promise<EditorModels> {
  const all = await models.all();
  return {
    models: all.map(({ id, vendor, family, name, maxInputTokens }) => {
      return { id, vendor, family, name, maxInputTokens };
    }),
  };
}

/** Rejects with a `RpcError` that the server knows. */
export async function complete(
  models: LanguageModels,
  params: CompleteParams,
  onDelta: OnDelta,
  cancellation: Cancellation,
  countMs = COUNT_MS,
): Promise<CompleteAnswer> {
  try {
    const model = selectModel(await models.all(), params.model);
    return await replyOf(model, params, onDelta, cancellation, countMs);
  } catch (error) {
    throw toModelError(error);
  }
}

/** The model of that id, else of that family or name; the first if none is requested. */
function selectModel(all: readonly LanguageModel[], wanted: string | null): LanguageModel {
  if (all.length === 0) {
    throw modelError(
      "not_found",
      "VS Code has no language model; install an extension that provides one, such as GitHub Copilot, " +
        "and sign in, or run 'Architect: Select Model'",
    );
  }
  const found =
    wanted === null
      ? all[0]
      : (all.find(({ id }) => id === wanted) ??
        all.find(({ family }) => family === wanted) ??
        all.find(({ name, vendor, family }) => [name, `${vendor}/${family}`].includes(wanted)));
  if (found === undefined) {
    const known = all.map(({ family }) => family).join(", ");
    throw modelError("not_found", `VS Code has no model '${wanted ?? ""}'; it has ${known}`);
  }
  return found;
}

async function replyOf(
  model: LanguageModel,
  params: CompleteParams,
  onDelta: OnDelta,
  cancellation: Cancellation,
  countMs: number,
): Promise<CompleteAnswer> {
  const inputTokens = countTokens(model, textOf(params));
  let text = "";
  const calls: CallPart[] = [];
  if (!model.canSendRequest) {
    onDelta({ requestId: params.requestId, text, waitsForUser: true });
  }
  for await (const part of model.send(modelRequest(params), cancellation)) {
    if (part.kind === "call") {
      calls.push(part);
    } else {
      text += part.text;
      onDelta({ requestId: params.requestId, text: part.text });
    }
  }
  const toolCalls = params.options.toolChoice === "none" ? [] : calls.map(toModelCall);
  const outputTokens = countTokens(model, [text, JSON.stringify(toolCalls)].join(""));
  const usage = await usageOf(inputTokens, outputTokens, countMs);
  return {
    text,
    toolCalls,
    finish: toolCalls.length > 0 ? "tool_calls" : "stop",
    model: model.id,
    ...(usage === undefined ? {} : { usage }),
  };
}

/** VS Code does not report the usage of a request, but counts the tokens of a text. */
async function usageOf(
  input: Promise<number | undefined>,
  output: Promise<number | undefined>,
  countMs: number,
): Promise<ModelUsage | undefined> {
  const pluralize = Promise.all([input, output]);
  if (!(await within(countMs, pluralize))) {
    return undefined;
  }
  const [inputTokens, outputTokens] = await pluralize;
  return inputTokens === undefined || outputTokens === undefined
    ? undefined
    : { inputTokens, outputTokens };
}

async function countTokens(model: LanguageModel, text: string): Promise<number | undefined> {
  return await model.count(text).catch(() => undefined);
}
