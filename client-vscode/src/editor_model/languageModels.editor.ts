/** The models of VS Code, `vscode.lm`. */

import {
  type LanguageModelAccessInformation,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
} from "vscode";

import { editorToken } from "../cancellation.editor";
import type { Cancellation } from "../disposable";
import type {
  CallPart,
  LanguageModel,
  LanguageModels,
  Message,
  ModelRequest,
  ResultPart,
  TextPart,
} from "./languageModels";

export function editorModels(access: LanguageModelAccessInformation): LanguageModels {
  return {
    all: async () => (await lm.selectChatModels()).map((chat) => languageModel(chat, access)),
  };
}

function languageModel(
  chat: LanguageModelChat,
  access: LanguageModelAccessInformation,
): LanguageModel {
  const { id, vendor, family, name, maxInputTokens } = chat;
  return {
    id,
    vendor,
    family,
    name,
    maxInputTokens,
    canSendRequest: access.canSendRequest(chat) === true,
    send: (request, cancellation) => parts(chat, request, cancellation),
    count: async (text) => await chat.countTokens(text),
  };
}

async function* parts(
  chat: LanguageModelChat,
  request: ModelRequest,
  cancellation: Cancellation,
): AsyncGenerator<TextPart | CallPart> {
  const { token, dispose } = editorToken(cancellation);
  try {
    const options = {
      justification: request.justification,
      modelOptions: { ...request.modelOptions },
      tools: request.tools.map((tool) => ({ ...tool })),
    };
    const response = await chat.sendRequest(request.messages.map(chatMessage), options, token);
    yield { kind: "text", text: "" };
    for await (const part of response.stream) {
      if (part instanceof LanguageModelTextPart) {
        yield { kind: "text", text: part.value };
      } else if (part instanceof LanguageModelToolCallPart) {
        yield { kind: "call", id: part.callId, name: part.name, input: { ...part.input } };
      }
      // Other parts, such as what a model thought, are new to this version.
    }
  } finally {
    dispose();
  }
}

function chatMessage(message: Message): LanguageModelChatMessage {
  return message.role === "user"
    ? LanguageModelChatMessage.User(message.parts.map(userPart))
    : LanguageModelChatMessage.Assistant(message.parts.map(assistantPart));
}

function userPart(part: TextPart | ResultPart): LanguageModelTextPart | LanguageModelToolResultPart {
  const text = new LanguageModelTextPart(part.text);
  return part.kind === "text" ? text : new LanguageModelToolResultPart(part.callId, [text]);
}

function assistantPart(part: TextPart | CallPart): LanguageModelTextPart | LanguageModelToolCallPart {
  return part.kind === "text"
    ? new LanguageModelTextPart(part.text)
    : new LanguageModelToolCallPart(part.id, part.name, { ...part.input });
}
