/** `@architect` in VS Code's own chat, and tools for its models, where this VS Code has chat. */

import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  Uri,
  chat,
  lm,
  type CancellationToken,
  type ChatContext,
  type ChatRequest,
  type ChatResponseStream,
  type ChatResult,
  type LanguageModelTool,
} from "vscode";

import type { Services } from "../commands/services";
import { textField } from "../commands/commandArguments";
import { errorMessage } from "../commands/errorMessage";
import { combinedDisposable, type Disposable } from "../disposable";
import { oneLine } from "../displayText";
import { t } from "../l10n";
import { delegatedRun, type DelegatedEnd } from "./delegatedRun";
import { harmlessMarkdown } from "./harmlessMarkdown";

const PARTICIPANT = "architect.chat";
const RUN_TOOL = "architect_run_task";
const FINDINGS_TOOL = "architect_findings";

export function offerInEditorChat(services: Services): Disposable {
  return combinedDisposable(...participants(services), ...tools(services));
}

function participants(services: Services): readonly Disposable[] {
  // Builds without chat have no such function.
  if (typeof (chat as Partial<typeof chat> | undefined)?.createChatParticipant !== "function") {
    return [];
  }
  const participant = chat.createChatParticipant(PARTICIPANT, (request, context, stream, token) =>
    answer(services, request, context, stream, token),
  );
  return [participant];
}

async function answer(
  services: Services,
  request: ChatRequest,
  context: ChatContext,
  stream: ChatResponseStream,
  token: CancellationToken,
): Promise<ChatResult> {
  try {
    return await answered(services, request, context, stream, token);
  } catch (error) {
    const told = errorMessage(error, services.ui.folders().length > 0);
    told?.actions.forEach(({ label, command, argument }) => {
      stream.button({ title: label, command, arguments: argument === undefined ? [] : [argument] });
    });
    return told === undefined ? {} : { errorDetails: { message: told.message } };
  }
}

async function answered(
  services: Services,
  request: ChatRequest,
  context: ChatContext,
  stream: ChatResponseStream,
  token: CancellationToken,
): Promise<ChatResult> {
  const session = sessionIn(context);
  const uris = request.references.flatMap(({ value }) => (value instanceof Uri ? [value.toString()] : []));
  const argument = {
    prompt: request.prompt,
    ...(session === undefined ? {} : { session }),
    ...(uris.length === 0 ? {} : { scope: { uris } }),
  };
  // It is read as Markdown, and names files and commands.
  const told = (state: string) => { stream.progress(new MarkdownString().appendText(state).value); };
  const end = await delegatedRun(services, argument, told, token);
  stream.markdown(new MarkdownString(harmlessMarkdown(end.output)));
  stream.markdown(new MarkdownString("\n\n").appendText(end.summary));
  stream.button({ command: "architect.ui.openRun", title: t("Open Run"), arguments: [{ runId: end.runId }] });
  if (end.files.length > 0) {
    filesOf(end).forEach((uri) => {
      stream.reference(uri);
    });
    stream.button({ command: "architect.ui.showDiff", title: t("Show Changes"), arguments: [{ runId: end.runId }] });
  }
  return { metadata: { sessionId: end.sessionId } };
}

function filesOf({ files, root }: DelegatedEnd): readonly Uri[] {
  return root === undefined ? [] : files.map((file) => Uri.joinPath(Uri.file(root), file));
}

/** The session that the last answer in this chat was given by. */
function sessionIn({ history }: ChatContext): string | undefined {
  const results = history.flatMap((turn) => ("result" in turn ? [turn.result] : []));
  return textField(results.at(-1)?.metadata, "sessionId");
}

function tools(services: Services): readonly Disposable[] {
  if (typeof (lm as Partial<typeof lm> | undefined)?.registerTool !== "function") {
    return [];
  }
  return [lm.registerTool(RUN_TOOL, runTool(services)), lm.registerTool(FINDINGS_TOOL, findingsTool(services))];
}

function runTool(services: Services): LanguageModelTool<{ task: string }> {
  return {
    prepareInvocation: ({ input }) => ({
      invocationMessage: t("Architect works on the task"),
      confirmationMessages: {
        title: t("Run Task with Architect"),
        message: new MarkdownString().appendText(oneLine(input.task, 1_000)),
      },
    }),
    invoke: async ({ input }, token) => {
      const end = await delegatedRun(services, { prompt: input.task }, () => undefined, token);
      const changed = end.files.length === 0 ? "" : `\nChanged: ${end.files.map((file) => oneLine(file, 200)).join(", ")}`;
      return result(`${end.output}\n\n${end.summary}${changed}`);
    },
  };
}

function findingsTool({ findings }: Services): LanguageModelTool<object> {
  return {
    invoke: async () => {
      await findings.refresh();
      const lines = findings.all().map(({ path, range, severity, title }) => `${path}:${String(range.start.line + 1)}: ${severity}: ${title}`);
      return result(lines.length === 0 ? "No findings." : lines.join("\n"));
    },
  };
}

function result(text: string): LanguageModelToolResult {
  return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
}
