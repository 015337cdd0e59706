"""The page of the tools: what a model can call, as it is told."""

import inspect
import json
from collections.abc import Iterator, Mapping

from scripts.derived.pages.markdown import code, kind_of, page, prose, table

from architect.checked.json_schema import json_schema
from architect.checked.model import Model
from architect.domain.effect import Effect
from architect.tools.base import BaseTool
from architect.tools.built_in import BUILT_IN, OF_LANGUAGE_SERVERS, STANDARD
from architect.tools.registry import AnyTool
from architect.tools.schema import parameters_of

_ABOUT = """\
What a model can call. Which of them a run has, its agent and the settings say; tools of [MCP
servers](../mcp.md) come beside them. Whether a call is asked about depends on its effect and on
the mode, see [trust](../trust.md)."""

_EFFECTS: Mapping[Effect, str] = {
    Effect.READ: "changes no files",
    Effect.WRITE: "changes files",
    Effect.DELETE: "deletes files",
    Effect.COMMAND: "may reach outside of the workspace, or leaves something for later runs",
}


def tools_page() -> str:
    """The file `docs/reference/tools.md`."""
    others = tuple(each for each in BUILT_IN if each not in (*STANDARD, *OF_LANGUAGE_SERVERS))
    return page("Tools of the model", _ABOUT, (
        *_group("Of every run", STANDARD),
        *_group("Where language servers are", OF_LANGUAGE_SERVERS),
        *_group("Depending on settings, agent and front end", others),
    ))  # fmt: skip


def _group(title: str, tools: tuple[type[AnyTool], ...]) -> Iterator[str]:
    yield f"## {title}"
    for tool in tools:
        yield f"### {tool.name}"
        yield prose(_words(tool)) + f"\n\nEffect: {_EFFECTS[tool.effect]}."
        yield table(("argument", "kind", "default"), _arguments(tool.args_model))


def _words(tool: type[AnyTool]) -> str:
    """What the model reads of it; what it is, if that is put together for each run."""
    told = getattr(tool, "description", "")
    own = tool.__doc__ if tool.__doc__ != BaseTool.__doc__ else ""
    return told or inspect.cleandoc(own or "").split("\n\n")[0]


def _arguments(model: type[Model]) -> Iterator[tuple[str, str, str]]:
    schema = json_schema(model)
    required = schema.get("required", ())
    for name, node in parameters_of(model).get("properties", {}).items():
        default = schema["properties"][name].get("default")
        is_plain = name not in required and default not in (None, "", [])
        shown = code(json.dumps(default)) if is_plain else "required" * (name in required)
        yield f"`{name}`", kind_of(node), shown
