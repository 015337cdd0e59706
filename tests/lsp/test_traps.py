"""The traps of pygls 2.1.1: each test shows what plain pygls does, and what we do instead."""

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.lsp_client import EditorClient, Refusal, editor
from tests.support.servers import EXAMPLE, PLAIN, server_command

Scenario = Callable[[EditorClient], Awaitable[Any]]


def outcomes(folder: Path, scenario: Scenario, **announced: Any) -> tuple[Any, Any]:
    """What `scenario` gives on plain pygls, and on ours."""

    async def both() -> tuple[Any, Any]:
        results: list[Any] = []
        for server in (PLAIN, EXAMPLE):
            async with editor(
                folder, command=server_command(server, folder), **announced
            ) as client:
                results.append(await scenario(client))
        return results[0], results[1]

    return asyncio.run(both())


async def outcome_of(answer: Awaitable[Any]) -> Any:
    """The result of a request, or the code of its error."""
    try:
        return await answer
    except Refusal as refusal:
        return refusal.code


async def outcome_now(client: EditorClient, answer: asyncio.Future[Any]) -> Any:
    """The outcome of a request, if there is one by the time that later requests were answered."""
    for _ in range(3):
        await client.command("echo", {})
    return await outcome_of(answer) if answer.done() else "no answer"


def test_a_cancelled_command_really_ends(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        request_id, answer = client.start_command("wait", {})
        await client.wait_for("example/waits")
        client.cancel(request_id)
        code = await outcome_of(answer)
        return code, "wait ended" in await client.command("list_notes", {})

    assert outcomes(tmp_path, scenario) == ((-32800, False), (-32800, True))


def test_a_command_that_ends_as_cancelled_is_answered(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        _, answer = client.start_command("cancel_self", {})
        return await outcome_now(client, answer)

    assert outcomes(tmp_path, scenario) == ("no answer", -32800)


def test_an_answer_that_comes_late_is_dropped_in_silence(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        released = asyncio.Event()

        async def late(_: Any) -> str:
            await released.wait()
            return "late"

        client.answers["example/question"] = late
        outcome = await client.command("ask", {"method": "example/question", "timeout_s": 0.01})
        released.set()
        for _ in range(3):
            await client.command("echo", {})
        return outcome["fault"], len(client.of("window/showMessage"))

    plain, ours = outcomes(tmp_path, scenario)
    assert plain == ("ClientTimeoutError", 1)
    assert ours == ("ClientTimeoutError", 0)


def test_null_is_an_answer(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        async def null(_: Any) -> None:
            return None

        client.answers["workspace/applyEdit"] = null
        _, answer = client.start_command("ask", {"method": "workspace/applyEdit", "edit": {}})
        await client.wait_for("workspace/applyEdit")
        return await outcome_now(client, answer)

    assert outcomes(tmp_path, scenario) == ("no answer", {"answer": None})


def test_a_request_of_ours_without_params_is_answered(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        _, answer = client.start_request("example/echo")
        return await outcome_now(client, answer)

    assert outcomes(tmp_path, scenario) == ("no answer", {})


def test_a_result_that_is_no_json_is_answered_with_an_error(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        _, answer = client.start_command("give_odd_value", {})
        return await outcome_now(client, answer)

    assert outcomes(tmp_path, scenario) == ("no answer", -32603)


MESSAGE_LIKE = {"inner": {"jsonrpc": "2.0", "id": 1, "method": "x"}, "list": [{"a": {"b": None}}]}


@pytest.mark.parametrize("value", [MESSAGE_LIKE, {"jsonrpc": "2.0"}, {"type_name": "x y"}])
def test_an_object_with_the_keys_of_a_message_stays_one(tmp_path: Path, value: Any) -> None:
    async def scenario(client: EditorClient) -> Any:
        _, custom = client.start_request("example/echo", value)
        return await outcome_now(client, custom)

    plain, ours = outcomes(tmp_path, scenario)
    assert plain != value
    assert ours == value


def test_shutdown_with_a_command_pending_ends_in_order(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        _, answer = client.start_command("wait", {})
        await client.wait_for("example/waits")
        down = await outcome_of(client.request("shutdown"))
        pending = await outcome_of(answer) if answer.done() else "no answer"
        client.notify("exit")
        return down, pending, await client.exit_code()

    plain, ours = outcomes(tmp_path, scenario)
    assert plain[0] == -32603
    assert ours == (None, -32800, 0)


def test_an_editor_that_does_not_read_does_not_stop_the_server(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        pipe = tmp_path / f"{client.process.pid}.pipe"
        os.mkfifo(pipe)
        loop, told = asyncio.get_running_loop(), asyncio.Event()
        descriptor = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        loop.add_reader(descriptor, told.set)
        client.stop_reading()
        flood = {"bytes": 100_000, "times": 200, "droppable": False, "tell": str(pipe)}
        _, answer = client.start_command("flood", flood)
        try:
            # On ours this is a few milliseconds; plain pygls would be stuck for ever.
            await asyncio.wait_for(told.wait(), 1.5)
            went_on = True
        except TimeoutError:
            went_on = False
        client.go_on_reading()
        await answer
        loop.remove_reader(descriptor)
        os.close(descriptor)
        return went_on, len(client.of("example/flood"))

    assert outcomes(tmp_path, scenario) == ((False, 200), (True, 200))


@pytest.mark.parametrize(
    ("text", "start", "end", "new"),
    [
        ("one\x0ctwo\nthree\n", 8, 13, "3"),
        ("one\u2028two\nthree\n", 8, 13, "3"),
        ("one\x1ctwo\nthree", 8, 13, "3"),
    ],
)
def test_edits_land_where_the_editor_made_them(
    tmp_path: Path, text: str, start: int, end: int, new: str
) -> None:
    async def scenario(client: EditorClient) -> Any:
        buffer = client.open("a.py", text)
        client.type("a.py", start, end, new)
        seen = await client.command("text_of", {"uri": buffer.uri})
        return seen == buffer.text

    assert outcomes(tmp_path, scenario) == (False, True)


def test_a_range_beyond_a_last_line_without_end_takes_the_whole_line(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        buffer = client.open("a.py", "one\ntwo")
        beyond = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 99}}
        buffer.text = "one\nnew"
        client.tell_change(buffer, [{"range": beyond, "text": "new"}])
        return await client.command("text_of", {"uri": buffer.uri})

    assert outcomes(tmp_path, scenario) == ("one\nnewo", "one\nnew")


def test_a_bug_is_one_sentence_for_the_user_without_a_traceback(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        try:
            await client.command("fail", {})
        except Refusal as refusal:
            return refusal.message, refusal.data
        raise AssertionError("it did not fail")

    plain, ours = outcomes(tmp_path, scenario)
    assert "traceback" in plain[1]
    message, more = ours
    assert more is None
    sentence, _, crash_file = message.partition("; details in ")
    assert sentence == "a bug in architect ended 'fail' (LookupError)"
    assert "an example of a bug" in Path(crash_file).read_text()


def test_a_bug_in_a_notification_does_not_pop_up(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        for _ in range(3):
            client.notify("example/fail", {})
        await client.command("echo", {})
        shown = client.of("window/showMessage")
        logged = [params["message"] for params in client.of("window/logMessage")]
        return len(shown), len(logged), len(set(logged))

    plain, ours = outcomes(tmp_path, scenario)
    assert plain == (3, 0, 0)
    assert ours == (0, 3, 1), "one line each, and one crash file for all"


def test_a_command_may_leave_out_what_has_a_default(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        nothing, one = (
            client.start_command("with_default")[1],
            client.start_command("with_default", {})[1],
        )
        return await outcome_of(nothing), await outcome_of(one)

    assert outcomes(tmp_path, scenario) == ((-32602, -32602), ([{}, 1], [{}, 1]))


@pytest.mark.parametrize("arguments", [["text"], [[]], [5]])
def test_a_command_takes_an_object_only(tmp_path: Path, arguments: list[Any]) -> None:
    async def scenario(client: EditorClient) -> Any:
        return await outcome_of(client.start_command("echo", *arguments)[1])

    assert outcomes(tmp_path, scenario) == (arguments[0], -32602)


def test_what_only_some_clients_know_is_announced_to_them(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        can = client.initialize_result["capabilities"]
        return "experimental" in can, "textDocumentContent" in can["workspace"]

    def announce(params: dict[str, Any]) -> None:
        params["capabilities"]["workspace"]["textDocumentContent"] = {}

    assert outcomes(tmp_path, scenario, announce=announce) == ((False, False), (True, True))
    assert outcomes(tmp_path, scenario)[1] == (True, False)


def test_the_choice_of_a_prompt_comes_back_whole(tmp_path: Path) -> None:
    chosen = {"title": "Allow", "requestId": 7}

    async def scenario(client: EditorClient) -> Any:
        async def choose(_: Any) -> Any:
            return chosen

        client.answers["window/showMessageRequest"] = choose
        question = {"method": "window/showMessageRequest", "type": 3, "message": "?"}
        return await outcome_of(client.command("ask", question))

    plain, ours = outcomes(tmp_path, scenario)
    assert plain != {"answer": chosen}
    assert ours == {"answer": chosen}


def test_what_is_in_messages_is_not_logged(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        await client.command("echo", {"key": "a secret"})
        client.notify("exit")
        await client.exit_code()
        return b"a secret" in client.stderr

    logging = {"EXAMPLE_LOG": "1"}
    assert outcomes(tmp_path, scenario, environment=logging) == (True, False)


def test_a_stray_print_harms_nothing_and_children_do_not_get_the_protocol(tmp_path: Path) -> None:
    async def scenario(client: EditorClient) -> Any:
        assert await client.command("print", {}) == ""
        assert await client.command("run_child", {}) == 0
        assert await client.command("echo", {"a": 1}) == {"a": 1}
        await client.shut_down()
        return bytes(client.stderr)

    async def on_ours() -> bytes:
        async with example(tmp_path) as client:
            return await scenario(client)

    printed = asyncio.run(on_ours()).decode().split("\n")
    assert printed[0] == "a stray print"
    assert printed[1] == "child"
    # Three standard streams, and the folder that is being listed.
    assert printed[2] == "['0', '1', '2', '3']"


@asynccontextmanager
async def example(folder: Path) -> AsyncGenerator[EditorClient]:
    async with editor(folder, command=server_command(EXAMPLE, folder)) as client:
        yield client
