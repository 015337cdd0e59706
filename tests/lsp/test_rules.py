"""The rules of the base protocol: every well-formed request gets exactly one answer."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from tests.support.lsp_client import NEOVIM, EditorClient, Refusal, connection, editor, framed
from tests.support.lsp_client import initialize_params as params_of
from tests.support.servers import EXAMPLE, server_command


@asynccontextmanager
async def example(folder: Path, **announced: Any) -> AsyncGenerator[EditorClient]:
    async with editor(folder, command=server_command(EXAMPLE, folder), **announced) as client:
        yield client


def on_example(folder: Path, scenario: Callable[[EditorClient], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with example(folder) as client:
            return await scenario(client)

    return asyncio.run(run())


def before_initialize(folder: Path, scenario: Callable[[EditorClient], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with connection(folder, command=server_command(EXAMPLE, folder)) as client:
            return await scenario(client)

    return asyncio.run(run())


async def code_of(answer: Awaitable[Any]) -> int:
    with pytest.raises(Refusal) as refused:
        await answer
    return refused.value.code


async def reply_to(client: EditorClient, message: Any) -> Any:
    """The code of the one reply that `message` gets; None if it gets none."""
    before = len(client.replies)
    client.send(message)
    await client.command("echo", {})
    replies = client.replies[before:-1]
    assert len(replies) <= 1
    return [(one["id"], one["error"]["code"]) for one in replies] or None


def test_requests_before_initialize_are_refused_and_notifications_ignored(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        client.notify("textDocument/didOpen", {})
        codes = [await code_of(client.request(name)) for name in ("shutdown", "example/echo")]
        codes.append(await code_of(client.request("initialize", [])))
        client.send_raw(b"Content-Length: 3\r\n\r\n{]}")
        result = await client.request("initialize", params_of(NEOVIM, tmp_path))
        client.notify("initialized", {})
        return codes, client.replies[3]["error"]["code"], sorted(result)

    codes, broken, result = before_initialize(tmp_path, scenario)
    assert codes == [-32002, -32002, -32602]
    assert broken == -32700
    assert result == ["capabilities", "serverInfo"]


def test_messages_sent_right_behind_initialize_wait_for_their_turn(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        _, hello = client.start_request("initialize", params_of(NEOVIM, tmp_path))
        client.notify("initialized", {})
        client.open("a.py", "one")
        client.type("a.py", 3, 3, " two")
        _, text = client.start_command("text_of", {"uri": client.uri("a.py")})
        down = client.start_request("shutdown")[1]
        client.notify("exit")
        await hello
        return await text, await down, await client.exit_code()

    assert before_initialize(tmp_path, scenario) == ("one two", None, 0)


def test_exit_codes_say_whether_shutdown_came_first(tmp_path: Path) -> None:
    async def exit_at_once(client: EditorClient) -> Any:
        client.notify("exit")
        return await client.exit_code()

    async def disconnect(client: EditorClient) -> Any:
        client.disconnect()
        return await client.exit_code()

    async def in_order(client: EditorClient) -> Any:
        return await client.shut_down()

    assert before_initialize(tmp_path, exit_at_once) == 1
    assert before_initialize(tmp_path, disconnect) == 1
    assert on_example(tmp_path, exit_at_once) == 1
    assert on_example(tmp_path, disconnect) == 1
    assert on_example(tmp_path, in_order) == 0


def test_after_shutdown_requests_are_refused(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        await client.request("shutdown")
        codes = [await code_of(client.request(name)) for name in ("shutdown", "example/echo")]
        client.notify("exit")
        return codes, await client.exit_code()

    assert on_example(tmp_path, scenario) == ([-32600, -32600], 0)


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ({"id": 70, "method": "example/unknown"}, (70, -32601)),
        ({"id": 70, "method": "$/unknown", "params": {}}, (70, -32601)),
        ({"method": "$/unknown", "params": {}}, None),
        ({"method": "example/unknown"}, None),
        ({"id": 70, "method": "initialize", "params": {}}, (70, -32600)),
        ({"id": 70, "method": "example/echo", "params": 5}, (70, -32602)),
        ({"id": 70, "method": "example/echo", "params": [1]}, (70, -32602)),
        ({"method": "textDocument/didChange", "params": [1]}, None),
        ({"id": 70, "method": "textDocument/codeAction"}, (70, -32602)),
        ({"id": 70, "method": "textDocument/codeAction", "params": {"range": 5}}, (70, -32602)),
        ({"id": "x", "method": "example/unknown"}, ("x", -32601)),
        ({"id": 1.5, "method": "example/unknown"}, (1.5, -32601)),
        ({"id": None, "method": "example/echo"}, (None, -32600)),
        ({"id": [1], "method": "example/echo"}, (None, -32600)),
        ({"id": True, "method": "example/echo"}, (None, -32600)),
        ({"id": 70, "method": 5}, (70, -32600)),
        ({"id": 70}, (70, -32600)),
        ({"id": 70, "method": "example/echo", "jsonrpc": "1.0"}, (70, -32600)),
        ({"method": "example/echo", "jsonrpc": None}, (None, -32600)),
        ({"id": 70, "result": 5}, None),
        ({"id": 70, "error": {"code": 1, "message": ""}}, None),
        ({"id": None, "error": {"code": -32700, "message": ""}}, None),
        ({"method": "$/cancelRequest", "params": {"id": 12345}}, None),
        ({"method": "$/cancelRequest", "params": {"id": {}}}, None),
        ({"method": "$/cancelRequest", "params": 5}, None),
        ({"method": "$/setTrace", "params": {"value": "off"}}, None),
        ({"id": 70, "method": "workspace/executeCommand", "params": {"command": []}}, (70, -32602)),
        ({"id": 70, "method": "workspace/executeCommand"}, (70, -32602)),
        ([], (None, -32600)),
        ([{"jsonrpc": "2.0", "id": 70, "method": "example/echo"}], (None, -32600)),
        (5, (None, -32600)),
        (None, (None, -32600)),
    ],
)  # fmt: skip
def test_odd_messages_get_the_answer_they_should(
    shared_example: Callable[[Callable[[EditorClient], Awaitable[Any]]], Any],
    message: Any,
    reply: Any,
) -> None:
    if isinstance(message, dict):
        message = {"jsonrpc": "2.0", **cast(dict[str, Any], message)}
    got = shared_example(lambda client: reply_to(client, message))
    assert got == ([reply] if reply else None)


@pytest.fixture(scope="module")
def shared_example(
    tmp_path_factory: pytest.TempPathFactory,
) -> Any:
    """Runs scenarios on one server, which must live through all of them."""
    with asyncio.Runner() as runner:
        opened = example(tmp_path_factory.mktemp("shared"))
        client = runner.run(opened.__aenter__())

        async def scenario_on(scenario: Callable[[EditorClient], Awaitable[Any]]) -> Any:
            return await scenario(client)

        yield lambda scenario: runner.run(scenario_on(scenario))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
        assert runner.run(client.shut_down()) == 0
        runner.run(opened.__aexit__(None, None, None))


def test_an_id_that_is_in_use_is_refused_and_the_first_request_goes_on(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        request_id, answer = client.start_command("wait", {})
        await client.wait_for("example/waits")
        client.send({"jsonrpc": "2.0", "id": request_id, "method": "example/echo"})
        client.cancel(request_id)
        await code_of(answer)
        await client.command("echo", {})
        return [one["error"]["code"] for one in client.replies if one["id"] == request_id]

    assert on_example(tmp_path, scenario) == [-32600, -32800]


def test_a_handler_may_answer_although_it_was_cancelled(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        request_id, answer = client.start_command("wait_stubbornly", {})
        await client.wait_for("example/waits")
        client.cancel(request_id)
        return await answer

    assert on_example(tmp_path, scenario) == "all the same"


def test_a_request_that_is_cancelled_before_it_began_is_answered_once(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        answers: list[asyncio.Future[Any]] = []
        for _ in range(20):
            request_id, answer = client.start_command("wait", {})
            client.cancel(request_id)
            client.cancel(request_id)
            answers.append(answer)
        codes = [await code_of(answer) for answer in answers]
        await client.command("echo", {})
        return codes, len(client.replies)

    codes, replies = on_example(tmp_path, scenario)
    assert codes == [-32800] * 20
    assert replies == 22


def test_a_fault_of_a_command_carries_its_code_and_whether_to_try_again(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        with pytest.raises(Refusal) as refused:
            await client.command("busy", {})
        return refused.value.code, refused.value.message, refused.value.data

    detail = "eight runs wait already"
    data = {"code": "busy", "detail": detail, "retryable": True}
    assert on_example(tmp_path, scenario) == (-32010, detail, data)


def test_what_the_editor_answers_to_requests_of_ours(tmp_path: Path) -> None:
    async def refuse(_: Any) -> Any:
        raise Refusal(-32601, "not here")

    async def scenario(client: EditorClient) -> Any:
        client.answers["example/question"] = refuse
        refused = await client.command("ask", {"method": "example/question"})
        asked = client.start_command("ask", {"method": "example/silence"})
        client.answers["example/silence"] = _silence
        await client.wait_for("example/silence")
        client.cancel(asked[0])
        withdrawn = await client.wait_for("$/cancelRequest")
        return refused, await code_of(asked[1]), withdrawn

    refused, code, withdrawn = on_example(tmp_path, scenario)
    assert refused == {"fault": "ClientRefusedError", "text": "not here"}
    assert code == -32800
    assert withdrawn == {"id": 2}


async def _silence(_: Any) -> Any:
    await asyncio.Event().wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_server_and_what_it_runs(tmp_path: Path, number: int) -> None:
    async def scenario(client: EditorClient) -> Any:
        client.start_command("wait", {})
        await client.wait_for("example/waits")
        client.process.send_signal(number)
        code = await client.exit_code()
        return code, (tmp_path / "ended").read_text().split("\n")

    assert on_example(tmp_path, scenario) == (1, ["initialized", "waits", "shutdown"])


def test_the_death_of_the_editor_is_noticed_where_the_streams_stay_open(tmp_path: Path) -> None:
    async def run() -> int:
        other = await asyncio.create_subprocess_exec("sleep", "1000")

        def announce(params: dict[str, Any]) -> None:
            params["processId"] = other.pid

        async with example(tmp_path, announce=announce) as client:
            await client.command("echo", {})
            other.kill()
            await other.wait()
            return await client.exit_code()

    assert asyncio.run(run()) == 1
    assert (tmp_path / "ended").exists()


def test_an_editor_in_another_container_does_not_end_the_server(tmp_path: Path) -> None:
    def announce(params: dict[str, Any]) -> None:
        params["processId"] = _unused_process_id()

    async def run() -> Any:
        async with example(tmp_path, announce=announce) as client:
            assert await client.command("echo", {"a": 1}) == {"a": 1}
            return await client.shut_down()

    assert asyncio.run(run()) == 0


def _unused_process_id() -> int:
    number = 4_000_000
    while Path(f"/proc/{number}").exists():
        number -= 1
    return number


def test_a_closed_standard_output_ends_the_server(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    command = server_command(EXAMPLE, tmp_path)
    options: dict[str, Any] = {"stdin": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, stdout=write_end, **options) as process:
        os.close(write_end)

        def ask(number: int, method: str, params: Any) -> None:
            assert process.stdin is not None
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(framed(json.dumps(request).encode()))
            process.stdin.flush()

        ask(1, "initialize", params_of(NEOVIM, tmp_path))
        ask(2, "example/echo", {})
        assert b"capabilities" in os.read(read_end, 65_536)
        os.close(read_end)
        ask(3, "example/echo", {})
        assert process.wait(60) == 1
