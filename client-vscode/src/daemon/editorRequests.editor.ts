/** Requests of the server to the editor. */

import { Uri, workspace } from "vscode";

import type { Cancellation } from "../disposable";
import { complete, listModels } from "../editor_model/completions";
import type { LanguageModels } from "../editor_model/languageModels";
import type { CompleteParams, LanguageParams, ProblemsParams, SaveAnswer, SaveFailure, SaveParams } from "../protocol/generated";
import type { Notify } from "./connection";
import { language } from "./language.editor";
import { problems } from "./problems.editor";
import { methodNotFound } from "./rpcError";

/** Answers every request but `architect/confirm`; rejects with a `RpcError` the server knows. */
export function requestAnswerer(
  models: LanguageModels,
): (
  method: string,
  params: unknown,
  cancellation: Cancellation,
  notify: Notify,
) => Promise<unknown> {
  return async (method, params, cancellation, notify) => {
    switch (method) {
      case "architect/save":
        return await save(params as SaveParams);
      case "architect/problems":
        return await problems(params as ProblemsParams);
      case "architect/language":
        return await language(params as LanguageParams);
      case "architect/llm/models":
        return await listModels(models);
      case "architect/llm/complete": {
        const onDelta = (delta: unknown) => {
          notify("architect/llm/delta", delta);
        };
        return await complete(models, params as CompleteParams, onDelta, cancellation);
      }
      default:
        throw methodNotFound(method);
    }
  };
}

/** One after the other, since savers of other extensions may work on several documents. */
async function save({ uris }: SaveParams): Promise<SaveAnswer> {
  const saved: string[] = [];
  const failed: SaveFailure[] = [];
  for (const uri of uris) {
    const reason = await problemOfSaving(uri);
    if (reason === undefined) {
      saved.push(uri);
    } else {
      failed.push({ uri, reason });
    }
  }
  return { saved, failed };
}

/** Why it is not saved; undefined if it is, or was never open. */
async function problemOfSaving(uri: string): Promise<string | undefined> {
  const wanted = Uri.parse(uri).toString();
  const document = workspace.textDocuments.find((each) => each.uri.toString() === wanted);
  if (document === undefined || (!document.isDirty && !document.isUntitled)) {
    return undefined;
  }
  if (document.isUntitled) {
    return "it is untitled; save it to a file first";
  }
  try {
    // workspace.saveAll() leaves out edited documents without a tab.
    return (await document.save()) ? undefined : "VS Code could not save it";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
