"""Model replies from a file: a script written by hand, or the journal of a session."""

import json
from pathlib import Path
from typing import Any, cast

from architect.domain.errors import UserError
from architect.domain.model_exchange import FinishReason
from architect.domain.usage import Usage
from architect.frozen import frozen
from architect.l10n import english

BUNDLED_SCRIPTS = Path(__file__).parent / "scripts"

SCRIPT_VERSION = 1
MOST = 1_000_000_000
"""No count of tokens and no number of seconds in a script is higher."""


@frozen
class ScriptedCall:
    """A tool call; `arguments` is JSON text, valid or not. Without an `id` the model makes one."""

    name: str
    arguments: str = "{}"
    id: str = ""


@frozen
class ScriptedReply:
    """One reply, after `delay_s`; with a `fault` (see `FAULTS` of the model) it ends in one.

    `reasoning` is thought before `text` is said. A `finish` of None stands for the reason that fits
    the calls.
    """

    text: str = ""
    calls: tuple[ScriptedCall, ...] = ()
    finish: FinishReason | None = None
    usage: Usage | None = None
    delay_s: float = 0.0
    fault: str | None = None
    retry_after_s: float | None = None
    reasoning: str = ""


_OF_A_JOURNAL = ("text", "calls", "finish", "usage", "reasoning")
_REPLY_KEYS = (*_OF_A_JOURNAL, "delay_s", "fault", "retry_after_s")
_CALL_KEYS = ("name", "arguments", "id")


class _WrongShapeError(Exception):
    """What is wrong within a file."""


def load_script(path: Path) -> tuple[ScriptedReply, ...]:
    """The replies in `path`: a session journal if it ends in `.jsonl`, else a script.

    A script is `{"schema_version": 1, "replies": [{"reasoning": ..., "text": ..., "calls":
    [{"name": ..., "arguments": {...} or "raw text"}], "finish": ..., "usage": {"input_tokens":
    ...}, "delay_s": ..., "fault": ..., "retry_after_s": ...}]}`, every key of a reply being
    optional.

    Raises:
        UserError: the file cannot be read, or is neither.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(
            english(
                "the script {path!r} cannot be read: {reason}",
                path=str(path),
                reason=error.strerror,
            )
        ) from error
    try:
        return _journal_replies(content) if path.suffix == ".jsonl" else _script_replies(content)
    except _WrongShapeError as error:
        raise UserError(
            english("the script {path!r} cannot be used: {error}", path=str(path), error=error)
        ) from error


def _script_replies(content: bytes) -> tuple[ScriptedReply, ...]:
    script = _object(_json(content, "it"), english("the file"))
    if script.get("schema_version") != SCRIPT_VERSION:
        raise _WrongShapeError(
            english(
                "its schema_version is {version!r}, known is {script_version}",
                version=script.get("schema_version"),
                script_version=SCRIPT_VERSION,
            )
        )
    replies = _list(script.get("replies"), "replies")
    return tuple(_reply(entry, f"replies[{index}]") for index, entry in enumerate(replies))


def _journal_replies(content: bytes) -> tuple[ScriptedReply, ...]:
    lines = content.split(b"\n")
    replies: list[ScriptedReply] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            record = _json(line, where)
        except _WrongShapeError:
            if number == len(lines):
                break  # without its line end: the writer was killed here
            raise
        event = _object(record, where).get("event")
        fields = cast(dict[str, Any], event) if isinstance(event, dict) else {}
        if fields.get("type") == "model.replied":
            kept = {key: fields.get(key) for key in _OF_A_JOURNAL}
            replies.append(_reply(kept, where))
    if not replies:
        raise _WrongShapeError(english("no model has replied in this session"))
    return tuple(replies)


def _json(content: bytes, where: str) -> object:
    try:
        return json.loads(content.decode())
    except UnicodeDecodeError as error:
        raise _WrongShapeError(english("{where} is not UTF-8 text", where=where)) from error
    except ValueError as error:
        raise _WrongShapeError(
            english("{where} is not JSON: {error}", where=where, error=error)
        ) from error
    except RecursionError as error:
        raise _WrongShapeError(english("{where} is nested too deeply", where=where)) from error


def _reply(entry: object, where: str) -> ScriptedReply:
    fields = _object(entry, where)
    _refuse_unknown(fields, _REPLY_KEYS, where)
    calls = _list(fields.get("calls") or [], f"{where}.calls")
    return ScriptedReply(
        text=_text(fields.get("text") or "", f"{where}.text"),
        calls=tuple(_call(call, f"{where}.calls[{index}]") for index, call in enumerate(calls)),
        finish=_finish(fields.get("finish"), where),
        usage=_usage(fields.get("usage"), where),
        delay_s=_number(fields.get("delay_s") or 0, f"{where}.delay_s"),
        fault=None if fields.get("fault") is None else _text(fields["fault"], f"{where}.fault"),
        retry_after_s=_seconds(fields.get("retry_after_s"), f"{where}.retry_after_s"),
        reasoning=_text(fields.get("reasoning") or "", f"{where}.reasoning"),
    )


def _call(entry: object, where: str) -> ScriptedCall:
    fields = _object(entry, where)
    _refuse_unknown(fields, _CALL_KEYS, where)
    arguments = fields.get("arguments", {})
    return ScriptedCall(
        name=_text(fields.get("name"), f"{where}.name"),
        arguments=arguments if isinstance(arguments, str) else _dumped(arguments, where),
        id=_text(fields.get("id") or "", f"{where}.id"),
    )


def _dumped(arguments: object, where: str) -> str:
    try:
        return json.dumps(arguments)
    except RecursionError as error:
        raise _WrongShapeError(
            english("{where}.arguments is nested too deeply", where=where)
        ) from error


def _finish(value: object, where: str) -> FinishReason | None:
    if value is None:
        return None
    try:
        return FinishReason(_text(value, f"{where}.finish"))
    except ValueError as error:
        known = ", ".join(reason.value for reason in FinishReason)
        raise _WrongShapeError(
            english(
                "{where}.finish is {value!r}, known are {known}",
                where=where,
                value=value,
                known=known,
            )
        ) from error


def _usage(value: object, where: str) -> Usage | None:
    if value is None:
        return None
    fields = _object(value, f"{where}.usage")

    def count(key: str) -> int:
        return int(_number(fields.get(key, 0), f"{where}.usage.{key}"))

    return Usage(
        count("input_tokens"),
        count("output_tokens"),
        count("cached_tokens"),
        written_tokens=count("written_tokens"),
        reasoning_tokens=count("reasoning_tokens"),
    )


def _refuse_unknown(fields: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = [key for key in fields if key not in known]
    if unknown:
        raise _WrongShapeError(
            english(
                "{where} has the key {unknown!r}, known are {known}",
                where=where,
                unknown=unknown[0],
                known=", ".join(known),
            )
        )


def _object(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _WrongShapeError(english("{where} is not an object", where=where))
    return cast(dict[str, Any], value)


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise _WrongShapeError(english("{where} is not a list", where=where))
    return cast(list[object], value)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _WrongShapeError(english("{where} is not a text", where=where))
    return value


def _number(value: object, where: str) -> float:
    # The comparison is false for NaN, too.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
        raise _WrongShapeError(
            english("{where} is not a number from 0 to {most}", where=where, most=MOST)
        )
    return value


def _seconds(value: object, where: str) -> float | None:
    return None if value is None else _number(value, where)
