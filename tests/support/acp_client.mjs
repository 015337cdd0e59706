// A client of ACP: that of the TypeScript SDK, which checks what it gets by the schema.
//
// `node acp_client.mjs SDK PROJECT TASK COMMAND...` starts the agent, has it carry out the task in
// the folder PROJECT, allows whatever is asked, and prints what it saw as one JSON document. SDK is
// the folder of the SDK.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';

const [sdk, cwd, text, ...command] = process.argv.slice(2);
const { client, methods, ndJsonStream } = await import(join(sdk, 'dist/v1/stable/acp.js'));

const agent = spawn(command[0], command.slice(1), { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
const seen = { updates: [], questions: [], written: [] };
const app = client({ name: 'test' })
  .onNotification(methods.client.session.update, ({ params }) => {
    seen.updates.push(params.update);
  })
  .onRequest(methods.client.session.requestPermission, ({ params }) => {
    seen.questions.push(params.toolCall.title);
    return { outcome: { outcome: 'selected', optionId: params.options[0].optionId } };
  })
  .onRequest(methods.client.fs.readTextFile, async ({ params }) => ({
    content: await readFile(params.path, 'utf8'),
  }))
  .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
    seen.written.push(params.path);
    await writeFile(params.path, params.content);
    return {};
  });
await app.connectWith(
  ndJsonStream(Writable.toWeb(agent.stdin), Readable.toWeb(agent.stdout)),
  async (context) => {
    const { initialize, session } = methods.agent;
    const fs = { readTextFile: true, writeTextFile: true };
    const clientCapabilities = { fs, auth: { terminal: true }, session: { notices: {} } };
    seen.initialized = await context.request(initialize, { protocolVersion: 1, clientCapabilities });
    const { sessionId } = await context.request(session.new, { cwd, mcpServers: [] });
    const prompt = [{ type: 'text', text }];
    seen.ended = await context.request(session.prompt, { sessionId, prompt });
    seen.sessions = await context.request(session.list, { cwd });
    seen.loaded = await context.request(session.load, { sessionId, cwd, mcpServers: [] });
    seen.deleted = await context.request(session.delete, { sessionId });
  },
);
agent.stdin.end();
await new Promise((resolve) => agent.once('exit', resolve));
console.log(JSON.stringify({ ...seen, code: agent.exitCode }));
