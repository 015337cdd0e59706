"""The commands as values."""

import asyncio
from typing import Any, TypedDict, cast

import pytest

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.commands.table import COMMAND_NAMES, command_named, load_commands
from architect.lsp.protocol.errors import INVALID_PARAMS, RequestFault
from architect.lsp.protocol.params import Message
from architect.lsp.registration import REGISTRATION

NO_EDITOR = cast(EditorSession, None)


class WantedArgs(Message):
    how_many: int = 1


class Wanted(TypedDict):
    got: int
    token: str | int | None


async def want(_: EditorSession, args: WantedArgs, token: str | int | None) -> Wanted:
    return {"got": args.how_many, "token": token}


WANT = Command("architect.want", WantedArgs, Wanted, want)


def answer(argument: Any) -> Wanted:
    return asyncio.run(WANT.answer(NO_EDITOR, argument, "t"))


def test_every_command_is_announced_by_the_name_that_it_has() -> None:
    commands = load_commands()
    assert list(commands) == [command.name for command in commands.values()]
    assert REGISTRATION.commands == tuple(commands)


def test_a_command_is_the_same_whenever_it_is_asked_for() -> None:
    named = {name: asyncio.run(command_named(name)) for name in COMMAND_NAMES}
    assert named == load_commands()
    assert all(each is named[name] for name, each in load_commands().items())


def test_the_commands_of_released_clients_are_there() -> None:
    released = """run resume review fix cancel answer runs events diff transcript undo hunks keep
        findings sessions agents info"""
    assert {f"architect.{name}" for name in released.split()} <= set(COMMAND_NAMES)


def test_a_handler_gets_the_argument_as_a_value_and_the_token() -> None:
    assert answer({"howMany": 3}) == {"got": 3, "token": "t"}
    assert answer(None) == answer({}) == {"got": 1, "token": "t"}


@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ({"howMany": "many"}, "howMany: Input should be a valid integer"),
        ({"howmany": 1}, "'howmany' is not known here, did you mean 'howMany'?"),
        ({"else": 1}, "'else' is not known here; known: howMany"),
        ([], "the argument: "),
    ],
)
def test_an_argument_that_does_not_fit_never_reaches_the_handler(
    argument: Any, reason: str
) -> None:
    with pytest.raises(RequestFault) as refused:
        answer(argument)
    assert refused.value.code == INVALID_PARAMS
    assert reason in str(refused.value)
