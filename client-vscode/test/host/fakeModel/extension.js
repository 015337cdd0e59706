/** A language model of VS Code that answers as a scene wants (test/host/editorModel.ts steers it), and a test that fails. */

const vscode = require("vscode");

/** What the next requests are answered with. */
let replies = [];
/** Every request: its messages as text, and the names of its tools. */
let requests = [];
let cancelled = 0;

const model = {
  id: "fake-1",
  name: "Fake 1",
  family: "fake",
  version: "1",
  maxInputTokens: 50_000,
  maxOutputTokens: 4_000,
  capabilities: { toolCalling: true },
};

const provider = {
  provideLanguageModelChatInformation: () => [model],
  provideTokenCount: (_model, text) => Promise.resolve(Math.ceil(JSON.stringify(text).length / 4)),

  async provideLanguageModelChatResponse(_model, messages, options, progress, token) {
    requests.push({
      messages: messages.map((message) => JSON.stringify(message.content)),
      tools: (options.tools ?? []).map((tool) => tool.name),
    });
    const reply = replies.shift() ?? { text: ["There is nothing more to say."] };
    if (reply.error !== undefined) throw failure(reply.error);
    for (const text of reply.text ?? []) {
      progress.report(new vscode.LanguageModelTextPart(text));
    }
    for (const call of reply.calls ?? []) {
      const { id, name, input } = call;
      progress.report(new vscode.LanguageModelToolCallPart(id, name, input));
    }
    if (reply.hangs) await cancellation(token);
  },
};

function failure(kind) {
  const make = vscode.LanguageModelError[kind];
  return make === undefined ? new Error(kind) : make.call(vscode.LanguageModelError, kind);
}

function cancellation(token) {
  return new Promise((resolve) => {
    token.onCancellationRequested(() => {
      cancelled += 1;
      resolve();
    });
  });
}

/** A test of the project, as one fails in the test views. */
function failingTest() {
  const controller = vscode.tests.createTestController("fake", "Fake");
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "tests", "test_split.py");
  const test = controller.createTestItem("test_split", "test_split", uri);
  test.range = new vscode.Range(0, 0, 0, 1);
  controller.items.add(test);
  const run = controller.createTestRun(new vscode.TestRunRequest([test]));
  run.failed(test, new vscode.TestMessage("999 != 1000"));
  run.end();
  return controller;
}

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("fake.runTest", () => {
      context.subscriptions.push(failingTest());
    }),
  );
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("fake", provider));
  return {
    script: (given) => {
      replies = [...given];
      requests = [];
      cancelled = 0;
    },
    requests: () => requests,
    cancelled: () => cancelled,
  };
};
