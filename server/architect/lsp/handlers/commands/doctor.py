"""`architect.doctor`: what works on this machine, and what does not."""

from typing import Literal, TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.to_json import plain


class DoctorArgs(Message):
    """`architect.doctor`; `uri` says in which folder, `offline` asks nobody on the network."""

    uri: str | None = None
    offline: bool = False


class DoctorCheck(TypedDict):
    """`message` says what was found and what to do, `command` is a line to copy, or empty."""

    name: str
    state: Literal["ok", "warning", "error"]
    message: str
    command: str


class DoctorChecks(TypedDict):
    checks: list[DoctorCheck]


async def doctor(editor: EditorSession, args: DoctorArgs, _token: object) -> DoctorChecks:
    from architect.bootstrap.doctor.examination import (
        examine_settings,
        python_check,
        wrong_settings,
    )
    from architect.config.schema import Config
    from architect.domain.errors import ConfigError

    root = editor.root_of(() if args.uri is None else (args.uri,))
    first = [python_check()]
    try:
        config = await editor.config(root)
    except ConfigError as error:
        config, first = Config(), [*first, *wrong_settings(error)]
    words = editor.runs.words
    checks = await examine_settings(
        config, root, editor.environ, offline=args.offline, told=words.told
    )
    return {
        "checks": [
            {
                "name": each.name,
                "state": "error" if each.state == "problem" else each.state.value,
                "message": plain(words.text(f"{each.text}{f'; {each.fix}' if each.fix else ''}")),
                "command": plain(each.line),
            }
            for each in (*first, *checks)
        ]
    }


COMMAND = Command("architect.doctor", DoctorArgs, DoctorChecks, doctor)
