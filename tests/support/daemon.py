"""The real daemon with a recorded model, for the tests of `tests/lsp`."""

import json
from collections.abc import AsyncGenerator, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.support.lsp_client import Answer, EditorClient, editor

RICH = {
    "events": True,
    "confirm": True,
    "save": True,
    "problems": True,
    "language": True,
    "input": True,
    "diff": True,
    "renamed": True,
    "partial": True,
}


def played(scene: Coroutine[Any, Any, None]) -> None:
    """Run an asynchronous test."""
    import asyncio

    asyncio.run(scene)


def call(name: str, **arguments: Any) -> dict[str, Any]:
    """A reply of the model that calls one tool."""
    return {"calls": [{"name": name, "arguments": arguments}]}


def calls(*wanted: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    """A reply that asks for several calls: names and arguments."""
    return {"calls": [each for name, given in wanted for each in call(name, **given)["calls"]]}


def says(text: str) -> dict[str, Any]:
    """A reply of the model that ends the run."""
    return {"text": text}


def recorded(root: Path, *replies: dict[str, Any], name: str = "script") -> str:
    """The name of a model that gives `replies`; also for the `model` of a single command."""
    script = root.parent / f"{root.name}-{name}.json"
    script.write_bytes(json.dumps({"schema_version": 1, "replies": replies}).encode())
    return f"recorded/{script}"


@asynccontextmanager
async def daemon(
    root: Path,
    *replies: dict[str, Any],
    rich: bool = False,
    features: Mapping[str, bool] = RICH,
    config: dict[str, Any] | None = None,
    answers: Mapping[str, Answer] | None = None,
    **options: Any,
) -> AsyncGenerator[EditorClient]:
    """An editor at the daemon, whose model gives `replies` in every run.

    `rich` announces the `features` of our plugin. `options` are those of `editor`.
    """
    root.mkdir(exist_ok=True)
    settings = {"llm": {"model": recorded(root, *replies)}} | (config or {})
    own = {"protocol": 1, "features": dict(features), "config": settings}
    given = {"architect": own} if rich else settings
    async with editor(root, options=given, answers=answers, **options) as client:
        yield client
