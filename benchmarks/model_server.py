"""A local server that speaks OpenAI chat completions without delay, and notes when it was asked.

Run as `python model_server.py REPLIES LOG`: prints its port, answers one reply after the other, and
appends a line of JSON to LOG for each request: when it was complete, when its answer was out
(`time.monotonic`), and how large it was.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any


def sse(reply: dict[str, Any], number: int) -> bytes:
    """The reply as a stream of server-sent events."""
    text: str = reply.get("text", "")
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": word + " "} for word in text.split()]
    for index, call in enumerate(reply.get("calls", [])):
        function = {"name": call["name"], "arguments": json.dumps(call["arguments"])}
        call_id = f"call_{number}_{index}"
        deltas.append(
            {"tool_calls": [{"index": index, "id": call_id, "type": "function"}
                            | {"function": function}]}
        )  # fmt: skip
    finish = "tool_calls" if reply.get("calls") else "stop"
    frame: dict[str, Any] = {
        "id": f"c{number}",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "bench",
    }
    chunks = [
        frame | {"choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in deltas
    ]
    last: dict[str, Any] = {"index": 0, "delta": {}, "finish_reason": finish}
    chunks.append(frame | {"choices": [last]})
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050}
    chunks.append(frame | {"choices": [], "usage": usage})
    lines = [b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks]
    return b"".join([*lines, b"data: [DONE]\n\n"])


class ModelServer:
    def __init__(self, replies: list[dict[str, Any]], log: Path) -> None:
        self._answers = [sse(reply, number) for number, reply in enumerate(replies)]
        self._log = log.open("a")
        self._count = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = 0
                for line in head.split(b"\r\n"):
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                body = await reader.readexactly(length)
                if not head.startswith(b"POST"):  # such as the question for a list of models
                    writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                    continue
                asked = time.monotonic()
                answer = self._answers[min(self._count, len(self._answers) - 1)]
                self._count += 1
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: "
                    + str(len(answer)).encode() + b"\r\n\r\n" + answer
                )  # fmt: skip
                await writer.drain()
                entry = {"asked": asked, "answered": time.monotonic(), "bytes": len(body)}
                self._log.write(json.dumps(entry) + "\n")
                self._log.flush()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()


async def main(server: ModelServer) -> None:
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0, limit=1 << 24)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    script, log = sys.argv[1:]
    asyncio.run(main(ModelServer(json.loads(Path(script).read_bytes()), Path(log))))
