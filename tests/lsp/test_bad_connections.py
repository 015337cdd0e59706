"""Editors that do not read, send too much, or go away at a bad moment."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.support.architect_process import watched_processes
from tests.support.lsp_client import EditorClient, editor
from tests.support.servers import EXAMPLE, PROJECT, server_command


def on_example(folder: Path, scenario: Callable[[EditorClient], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with editor(folder, command=server_command(EXAMPLE, folder)) as client:
            return await scenario(client)

    return asyncio.run(run())


def memory_mb(client: EditorClient) -> float:
    for line in Path(f"/proc/{client.process.pid}/status").read_text().split("\n"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no memory is told")


async def flood(client: EditorClient, folder: Path, **how: Any) -> asyncio.Future[Any]:
    """Have the server send much while nothing is read, until it sent everything it wanted to."""
    pipe = folder / "told"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    told = asyncio.Event()
    asyncio.get_running_loop().add_reader(descriptor, told.set)
    client.stop_reading()
    _, answer = client.start_command("flood", {"tell": str(pipe), **how})
    await asyncio.wait_for(told.wait(), 30)
    asyncio.get_running_loop().remove_reader(descriptor)
    os.close(descriptor)
    return answer


async def ended(client: EditorClient) -> bool:
    """Whether the process ends although its output is not read."""
    with watched_processes(client.process.pid) as all_ended:
        for _ in range(6):  # a flood of hundreds of megabytes takes its time
            if await asyncio.to_thread(all_ended):
                return True
    return False


async def exit_code(client: EditorClient) -> int:
    """For asyncio a process goes on until its output was read."""
    client.go_on_reading()
    return await client.exit_code()


def test_what_may_be_dropped_is_dropped_while_nobody_reads(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        await client.command("echo", {})
        before = memory_mb(client)
        answer = await flood(client, tmp_path, bytes=100_000, times=3_000, droppable=True)
        grown = memory_mb(client) - before
        client.go_on_reading()
        await answer
        return grown, [params["number"] for params in client.of("example/flood")]

    grown, numbers = on_example(tmp_path, scenario)
    assert grown < 60, "of 300 MB"
    assert 5 < len(numbers) < 100
    assert numbers == sorted(numbers)


def test_what_may_not_be_dropped_waits_for_the_reader(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        answer = await flood(client, tmp_path, bytes=100_000, times=300, droppable=False)
        client.go_on_reading()
        await answer
        return [params["number"] for params in client.of("example/flood")]

    assert on_example(tmp_path, scenario) == list(range(300))


def test_an_editor_that_never_reads_again_is_given_up(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        client.stop_reading()
        client.start_command("flood", {"bytes": 10_000_000, "times": 40, "droppable": False})
        return await ended(client), await exit_code(client)

    assert on_example(tmp_path, scenario) == (True, 1)
    assert (tmp_path / "ended").exists()


def test_the_end_is_not_held_up_by_what_nobody_reads(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        await flood(client, tmp_path, bytes=100_000, times=300, droppable=False)
        client.disconnect()
        return await ended(client), await exit_code(client)

    assert on_example(tmp_path, scenario) == (True, 1)
    assert (tmp_path / "ended").exists()


def test_a_message_of_100_mb_is_taken_like_any_other(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        line = "print('ünd so weiter')  # \U0001f986\n"
        text = line * (100_000_000 // len(line.encode()))
        client.open("large.py", text)
        length = await client.command("length_of", {"uri": client.uri("large.py")})
        return length == len(text), await client.shut_down()

    assert on_example(tmp_path, scenario) == (True, 0)


def test_leaving_in_the_middle_of_a_message_ends_the_server(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        client.start_command("wait", {})
        await client.wait_for("example/waits")
        client.send_raw(b'Content-Length: 500\r\n\r\n{"jsonrpc": "2.0", "meth')
        client.disconnect()
        return await client.exit_code()

    assert on_example(tmp_path, scenario) == 1
    assert (tmp_path / "ended").read_text().split("\n")[-1] == "shutdown"


EDITOR_SCRIPT = """
import json, subprocess, sys

def framed(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\\r\\n\\r\\n%b" % (len(body), body)

server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
server.stdin.write(framed({"id": 1, "method": "initialize", "params": {"capabilities": {}}}))
command = {"command": "wait", "arguments": [{}]}
server.stdin.write(framed({"id": 2, "method": "workspace/executeCommand", "params": command}))
server.stdin.flush()
said = b""
while b"example/waits" not in said:
    said += server.stdout.read1()
print(server.pid, flush=True)
server.wait()
"""


def test_nothing_is_left_when_the_editor_is_killed(tmp_path: Path) -> None:
    async def run() -> bool:
        command = [sys.executable, "-c", EDITOR_SCRIPT, *server_command(EXAMPLE, tmp_path)]
        killed = await asyncio.create_subprocess_exec(
            *command, cwd=PROJECT, stdout=asyncio.subprocess.PIPE
        )
        assert killed.stdout is not None
        server = int(await killed.stdout.readline())
        with watched_processes(server) as all_ended:
            killed.send_signal(signal.SIGKILL)
            await killed.wait()
            return await asyncio.to_thread(all_ended)

    assert asyncio.run(run())
    assert (tmp_path / "ended").read_text().split("\n") == ["waits", "shutdown"]
