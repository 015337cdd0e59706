"""docs/protocol.schema.json covers all messages, and tells right from wrong."""

import re
from importlib import import_module
from typing import Any, cast

import pytest
from tests.support.table import table
from tests.support.wire_shapes import SCHEMA, misshapen

from architect.lsp.protocol.client_requests import (
    CLIENT_NOTIFICATIONS,
    SERVER_NOTIFICATIONS,
    SERVER_REQUESTS,
)
from architect.lsp.registration import REGISTRATION

VALIDATOR: Any = cast(Any, import_module("jsonschema")).Draft7Validator
HEAD = {"runId": "r.1", "seq": 1, "ts": "2026-11-22T00:00:00.000+00:00"}
DELTA = {**HEAD, "type": "model.delta", "text": "x", "purpose": "step"}


def test_what_is_announced_has_types() -> None:
    assert tuple(SCHEMA["commands"]) == REGISTRATION.commands
    assert tuple(SERVER_REQUESTS) == REGISTRATION.requests
    assert (*SERVER_NOTIFICATIONS, *CLIENT_NOTIFICATIONS) == REGISTRATION.notifications


def test_it_is_a_json_schema_whose_references_lead_somewhere() -> None:
    VALIDATOR.check_schema(SCHEMA)
    referred = set(re.findall(r"'#/definitions/(\w+)'", repr(SCHEMA)))
    assert referred == set(SCHEMA["definitions"])


@table(
    ("name", "argument", "problem"),
    [
        ("RunArgs", {"prompt": "x", "limits": {"steps": 5}, "dryRun": True}, ""),
        ("RunArgs", {}, "'prompt' is a required property"),
        ("RunArgs", {"prompt": ""}, "'' should be non-empty"),
        ("RunArgs", {"prompt": "x", "limits": {"steps": 0}}, "0 is not valid under any"),
        ("RunArgs", {"prompt": "x", "dry_run": True}, "'dry_run' was unexpected"),
        ("RunArgs", {"prompt": "x", "mode": "maybe"}, "'maybe' is not valid under any"),
        ("NoArgs", {}, ""),
        ("NoArgs", {"all": True}, "'all' was unexpected"),
    ],
)
def test_an_argument_is_held_to_what_the_command_takes(
    name: str, argument: Any, problem: str
) -> None:
    schema = {"$ref": f"#/definitions/{name}", "definitions": SCHEMA["definitions"]}
    problems = [error.message for error in VALIDATOR(schema).iter_errors(argument)]
    assert len(problems) == bool(problem)
    assert problem in "".join(problems)


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        (DELTA, ""),
        ({**DELTA, "text": None}, "None is not of type 'string'"),
        ({**DELTA, "more": 1}, "'more' was unexpected"),
        ({**HEAD, "type": "model.delta", "purpose": "step"}, "'text' is a required property"),
    ],
)
def test_a_message_that_is_not_as_written_down_is_found(params: Any, problem: str) -> None:
    problems = misshapen([{"method": "architect/event", "params": params}], [])
    assert len(problems) == bool(problem)
    assert problem in "".join(problems)


def test_a_result_that_is_not_as_written_down_is_found() -> None:
    assert misshapen([], [("architect.cancel", {"runId": None, "state": "done"})]) == []
    assert misshapen([], [("architect.cancel", {"runId": None, "state": "over"})]) != []
    assert misshapen([], [("another.command", {"state": "over"})]) == []


def test_who_starts_a_run_is_told_where_it_stands_or_all_about_it_and_nothing_between() -> None:
    bare: dict[str, Any] = {"runId": "r.1", "state": "running", "position": 0}
    short = {**bare, "title": "t"}
    whole: dict[str, Any] = {
        **{"sessionId": "s.1", "title": "t", "agent": "build", "root": "/", "startedAt": "now"},
        **{
            "seq": 1,
            "steps": 0,
            "models": [],
            "filesChanged": [],
            "filesProposed": [],
            "denied": 0,
        },
        **{"output": "", "usage": {"inputTokens": 0, "outputTokens": 0, "usd": None}},
    }
    starting = ["architect.run", "architect.resume", "architect.review", "architect.fix"]
    for told in (short, {**short, **whole}):
        assert misshapen([], [(name, told) for name in starting]) == []
    half = {**short, "sessionId": "s.1"}
    assert len(misshapen([], [(name, half) for name in starting])) == len(starting)
