"""The stand-in for Anthropic's API refuses what the real one refuses, and nothing else."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.support.reply_blocks import Called, Redacted, Said, Thought
from tests.support.strict_anthropic import RefusedError, check, told
from tests.support.table import table

REPLY = (Thought("Hm."), Redacted("x"), Said("Look."), Called("grep", {"pattern": "a"}, "t1"))
MARK = {"type": "ephemeral"}

Json = dict[str, Any]


def _request() -> Json:
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "found"}
    return {
        "model": "claude-opus-4-7",
        "max_tokens": 4096,
        "system": [{"type": "text", "text": "s", "cache_control": MARK}],
        "tools": [{"name": "grep", "input_schema": {"type": "object"}}],
        "thinking": {"type": "adaptive"},
        "output_config": {"effort": "high"},
        "messages": [
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": [told(block) for block in REPLY]},
            {"role": "user", "content": [result]},
        ],
    }


def _blocks(body: Json, at: int = 1) -> list[Json]:
    return body["messages"][at]["content"]


def _older(body: Json) -> None:
    budget = {"type": "enabled", "budget_tokens": 4096}
    body.update(model="claude-sonnet-4-5", thinking=budget)


def _foreign(body: Json) -> None:
    _blocks(body)[0]["thinking"] = "Something else."


Spoil = Callable[[Json], object]
SPOILT: list[tuple[Spoil, str]] = [
    (lambda body: body.update(seed=1), "seed: Extra inputs"),
    (lambda body: body["tools"][0].update(parameters={}), "parameters: Extra inputs"),
    (lambda body: body["messages"][0].update(name="me"), "name: Extra inputs"),
    (lambda body: _blocks(body)[2].update(index=0), "index: Extra inputs"),
    (lambda body: body["messages"].insert(0, {"role": "user", "content": "x"}), "alternate"),
    (lambda body: body["messages"].pop(0), "alternate"),
    (lambda body: body["messages"].pop(), "prefill"),
    (lambda body: _blocks(body)[3].update(id="t2"), "without `tool_result`"),
    (lambda body: _blocks(body).pop(), "unexpected `tool_use_id`"),
    (lambda body: _blocks(body, 2).insert(0, {"type": "text", "text": "x"}), "first"),
    (lambda body: _blocks(body, 2).append({"type": "text", "text": " "}), "non-whitespace"),
    (lambda body: _blocks(body)[0].update(cache_control=MARK), "cache_control: Extra"),
    (lambda body: body["system"].extend([body["system"][0]] * 4), "maximum of 4"),
    (_foreign, "Invalid `signature`"),
    (lambda body: _blocks(body)[0].update(signature="x"), "Invalid `signature`"),
    (lambda body: _blocks(body)[1].update(data="x"), "Invalid `signature`"),
    (lambda body: _blocks(body).pop(0), "cannot be modified"),
    (lambda body: _blocks(body).pop(1), "cannot be modified"),
    (lambda body: _blocks(body).insert(1, _blocks(body).pop(2)), "cannot be modified"),
    (lambda body: _blocks(body).insert(1, _blocks(body).pop(0)), "cannot be modified"),
    (lambda body: _blocks(body)[3].update(id="a|b"), "should match pattern"),
    (lambda body: body.pop("tools"), "must define tools"),
    (lambda body: body.pop("max_tokens"), "Field required"),
    (lambda body: body["thinking"].update(type="enabled", budget_tokens=1024), "not supported"),
    (_older, "must be greater"),
    (lambda body: body["output_config"].update(effort="extreme"), "effort"),
]


@table(("spoil", "refusal"), SPOILT)
def test_a_request_that_is_spoilt_is_refused(spoil: Spoil, refusal: str) -> None:
    check(body := _request(), [REPLY])
    spoil(body)
    with pytest.raises(RefusedError, match=refusal):
        check(json.loads(json.dumps(body)), [REPLY])
