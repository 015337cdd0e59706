// Another agent: the client of the TypeScript SDK of MCP, at a server over HTTP.
//
// `node mcp_agent.mjs FOLDER URL TOKEN TOOL ARGUMENTS` calls a tool, allows whatever is asked, and
// prints what it saw as one JSON document. FOLDER has the SDK in its node_modules.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, url, token, name, text] = process.argv.slice(2);
const require = createRequire(join(folder, 'index.js'));
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
const { ElicitRequestSchema } = require('@modelcontextprotocol/sdk/types.js');

const seen = { questions: [], progress: [] };
const client = new Client({ name: 'other', version: '1' }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  seen.questions.push(params.message);
  return { action: 'accept', content: { answer: params.requestedSchema.properties.answer.enum[0] } };
});
const headers = { Authorization: `Bearer ${token}` };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
seen.result = await client.callTool({ name, arguments: JSON.parse(text) }, undefined, {
  onprogress: ({ message }) => seen.progress.push(message),
});
await client.close();
console.log(JSON.stringify(seen));
