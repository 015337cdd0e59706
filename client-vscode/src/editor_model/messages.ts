/** From the messages of the protocol to those of the editor's models. */

import type {
  CompleteParams,
  JsonObject,
  ModelCall,
  ModelMessage,
  ModelTool,
} from "../protocol/generated";
import type { CallPart, Message, ModelRequest, ResultPart, TextPart } from "./languageModels";

/** Providers refuse a message without a part, and some one with nothing but white space. */
const NOTHING = "(nothing)";

/**
 * The request as the editor takes it.
 *
 * It has no role for the system, whose messages become the user's as VS Code's documentation says.
 * Results of tools stand in messages of the user, all of one reply in one message, because
 * providers want them together behind the calls.
 */
export function modelRequest(params: CompleteParams): ModelRequest {
  const { options } = params;
  return {
    messages: params.messages.map(message).reduce(joinResults, []),
    tools: offered(params).map(({ name, description, parameters }) => {
      return { name, description, inputSchema: parameters };
    }),
    justification: options.justification,
    modelOptions: modelOptions(params),
  };
}

/** All text of a request, for counting its tokens. */
export function textOf(params: CompleteParams): string {
  const texts = params.messages.flatMap(({ content, toolCalls }) => [
    content,
    ...(toolCalls ?? []).flatMap((call) => [call.name, call.arguments]),
  ]);
  return [...texts, ...offered(params).map((tool) => JSON.stringify(tool))].join("\n");
}

/**
 * The tools to offer. The editor cannot say that none may be called; where the conversation has
 * calls, some providers want the tools all the same.
 */
function offered({ messages, tools, options }: CompleteParams): readonly ModelTool[] {
  const hasCalls = messages.some(({ toolCalls }) => (toolCalls ?? []).length > 0);
  return options.toolChoice === "none" && !hasCalls ? [] : tools;
}

/** A call as the protocol has it. */
export function toModelCall(call: CallPart): ModelCall {
  return { id: call.id, name: call.name, arguments: JSON.stringify(call.input) };
}

function message(original: ModelMessage): Message {
  switch (original.role) {
    case "system":
    case "user":
      return { role: "user", parts: [text(original.content)] };
    case "assistant":
      return { role: "assistant", parts: assistantParts(original) };
    case "tool":
      return { role: "user", parts: [result(original)] };
  }
}

function assistantParts(original: ModelMessage): (TextPart | CallPart)[] {
  const calls = (original.toolCalls ?? []).map((call): CallPart => {
    return { kind: "call", id: call.id, name: call.name, input: decoded(call.arguments) };
  });
  return isBlank(original.content) && calls.length > 0 ? calls : [text(original.content), ...calls];
}

function result(original: ModelMessage): ResultPart {
  return { kind: "result", callId: original.toolCallId ?? "", text: nonBlank(original.content) };
}

function joinResults(messages: Message[], next: Message): Message[] {
  const last = messages.at(-1);
  if (last !== undefined && onlyResults(last) && onlyResults(next)) {
    return [...messages.slice(0, -1), { role: "user", parts: [...last.parts, ...next.parts] }];
  }
  return [...messages, next];
}

function onlyResults(original: Message): original is Extract<Message, { role: "user" }> {
  return original.role === "user" && original.parts.every(({ kind }) => kind === "result");
}

function text(content: string): TextPart {
  return { kind: "text", text: nonBlank(content) };
}

function nonBlank(content: string): string {
  return isBlank(content) ? NOTHING : content;
}

function isBlank(content: string): boolean {
  return content.trim() === "";
}

/** Arguments may be no JSON; the result of the call has told the model so. */
function decoded(argumentsText: string): JsonObject {
  try {
    const value: unknown = JSON.parse(argumentsText || "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { ...value };
    }
  } catch {
    // Below.
  }
  return { invalid: argumentsText };
}

function modelOptions(params: CompleteParams): JsonObject {
  const { maxTokens, temperature } = params.options;
  return {
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}
