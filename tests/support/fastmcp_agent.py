# pyright: basic, reportMissingImports=false
"""Another agent: the client of FastMCP, run by the Python that has it, and by no other.

`python fastmcp_agent.py TASK URL TOKEN`, or `python fastmcp_agent.py TASK COMMAND...` for a server
on standard streams, has the task done, allows whatever is asked, and prints what it saw as one
JSON document.
"""

import asyncio
import json
import os
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport


async def main(task, where):
    seen = {"questions": [], "progress": []}

    async def elicit(message, response_type, params, context):
        seen["questions"].append(message)
        return {"answer": params.requested_schema["properties"]["answer"]["enum"][0]}

    async def progress(number, total, message):
        seen["progress"].append(message)

    if where[0].startswith("http://"):
        url, token = where
        transport = StreamableHttpTransport(url, headers={"Authorization": f"Bearer {token}"})
    else:
        transport = StdioTransport(where[0], where[1:], env=dict(os.environ), keep_alive=False)
    async with Client(transport, elicitation_handler=elicit, progress_handler=progress) as client:
        seen["tools"] = [tool.name for tool in await client.list_tools()]
        done = await client.call_tool("run_task", {"task": task})
        seen["done"] = done.structured_content
        undone = await client.call_tool("undo", {"session_or_run": seen["done"]["run_id"]})
        seen["undone"] = undone.structured_content
    print(json.dumps(seen))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
