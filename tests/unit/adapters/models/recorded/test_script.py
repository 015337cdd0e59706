import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.table import table

from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply, load_script
from architect.domain.errors import UserError
from architect.domain.model_exchange import FinishReason
from architect.domain.usage import Usage


def script(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "script.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def journal_line(event: dict[str, Any]) -> str:
    return json.dumps({"run_id": "r.1", "seq": 1, "at": "2026-01-01T00:00:00Z", "event": event})


REPLIED: dict[str, Any] = {
    "type": "model.replied",
    "step": 1,
    "purpose": "step",
    "text": "t",
    "calls": [{"id": "c1", "name": "f", "arguments": "{bad"}],
    "finish": "tool_calls",
    "usage": {"input_tokens": 5, "output_tokens": 3, "cached_tokens": 1},
    "cost_usd": None,
    "duration_s": 0.1,
}


def test_a_script_is_read(tmp_path: Path) -> None:
    calls = [{"name": "f", "arguments": {"a": "ü"}}, {"name": "g", "arguments": "raw"}]
    full = {
        "text": "t",
        "calls": calls,
        "finish": "length",
        "usage": {"input_tokens": 1},
        "delay_s": 0.5,
    }
    fault = {"fault": "rate_limited", "retry_after_s": 3}
    path = script(tmp_path, {"schema_version": 1, "replies": [full, fault, {}]})
    first, second, third = load_script(path)
    assert [(call.name, call.id) for call in first.calls] == [("f", ""), ("g", "")]
    assert json.loads(first.calls[0].arguments) == {"a": "ü"}
    assert first.calls[1].arguments == "raw"
    assert (first.finish, first.usage, first.delay_s) == (FinishReason.LENGTH, Usage(1), 0.5)
    assert (second.fault, second.retry_after_s) == ("rate_limited", 3)
    assert third == ScriptedReply()


def test_a_journal_gives_the_replies_of_its_session(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    closing: dict[str, Any] = {
        **REPLIED,
        "purpose": "close",
        "text": "bye",
        "calls": [],
        "usage": None,
    }
    lines = [
        journal_line({"type": "run.started", "task": "x"}),
        journal_line(REPLIED),
        journal_line({**closing, "finish": "stop"}),
    ]
    path.write_bytes("\n".join([*lines, '{"run_id": "r.1", "ev']).encode())
    step, close = load_script(path)
    call = ScriptedCall("f", "{bad", "c1")
    assert step == ScriptedReply("t", (call,), FinishReason.TOOL_CALLS, Usage(5, 3, 1))
    assert close == ScriptedReply("bye", (), FinishReason.STOP)


def test_a_journal_torn_within_a_character_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    torn = json.dumps({"event": {**REPLIED, "text": "grün"}}, ensure_ascii=False).encode()
    torn = torn[: torn.index("ü".encode()) + 1]
    path.write_bytes(f"{journal_line(REPLIED)}\n".encode() + torn)
    assert [reply.text for reply in load_script(path)] == ["t"]
    path.write_bytes(torn + f"\n{journal_line(REPLIED)}\n".encode())
    with pytest.raises(UserError, match="line 1 is not UTF-8"):
        load_script(path)


def test_a_broken_line_within_a_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(f"{journal_line(REPLIED)}\n{{broken\n{journal_line(REPLIED)}\n".encode())
    with pytest.raises(UserError, match="line 2"):
        load_script(path)


def test_a_journal_without_replies_is_no_script(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(journal_line({"type": "run.started"}).encode())
    with pytest.raises(UserError, match="no model has replied"):
        load_script(path)


WRONG_SCRIPTS: list[tuple[object, str]] = [
    (b"{", "not JSON"),
    (b"\xff", "not UTF-8"),
    ([], "not an object"),
    ({"replies": []}, "schema_version is None"),
    ({"schema_version": 2, "replies": []}, "schema_version is 2"),
    ({"schema_version": 1}, "replies is not a list"),
    ({"schema_version": 1, "replies": ["x"]}, r"replies\[0\] is not an object"),
    ({"schema_version": 1, "replies": [{"txt": "x"}]}, "key 'txt'"),
    ({"schema_version": 1, "replies": [{"text": 5}]}, r"replies\[0\]\.text is not a text"),
    ({"schema_version": 1, "replies": [{"calls": [{}]}]}, r"calls\[0\]\.name is not a text"),
    ({"schema_version": 1, "replies": [{"finish": "tired"}]}, "'tired'"),
    ({"schema_version": 1, "replies": [{"delay_s": -1}]}, "delay_s is not a number"),
    (b'{"schema_version": 1, "replies": [{"delay_s": 1e999}]}', "delay_s is not a number"),
    ({"schema_version": 1, "replies": [{"delay_s": 10**400}]}, "delay_s is not a number"),
    (
        b'{"schema_version": 1, "replies": [{"usage": {"input_tokens": 1e999}}]}',
        r"replies\[0\]\.usage\.input_tokens is not a number",
    ),
    (
        b'{"schema_version": 1, "replies": [{"usage": {"output_tokens": NaN}}]}',
        r"usage\.output_tokens is not a number",
    ),
    (b"[" * 100_000, "nested too deeply"),
]


@table(("content", "problem"), WRONG_SCRIPTS)
def test_a_wrong_script_is_named_with_its_problem(
    tmp_path: Path, content: object, problem: str
) -> None:
    path = script(tmp_path, content)
    with pytest.raises(UserError, match=problem) as caught:
        load_script(path)
    assert str(path) in str(caught.value)


def test_a_missing_script_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere\.json"):
        load_script(tmp_path / "nowhere.json")
