"""The one list of tools agrees with the modules there are and with what a run is given."""

import importlib
import pkgutil
from collections.abc import Iterator, Sequence

from architect import tools
from architect.adapters.web.http_web import HttpWeb
from architect.bootstrap.run.tools import ToolInputs, local_tools
from architect.config.commands import CommandSettings
from architect.config.workspace import WorkspaceSettings
from architect.domain.effect import Effect
from architect.domain.language import CodePlace, NewText
from architect.domain.problems import ReportedProblems
from architect.domain.skills import Skill
from architect.domain.subagents import SubagentType
from architect.testing.fake_code_index import FakeCodeIndex
from architect.tools.base import BaseTool
from architect.tools.built_in import (
    ALL_TOOLS,
    BUILT_IN,
    OF_LANGUAGE_SERVERS,
    READ_ONLY_TOOLS,
    STANDARD_READ_TOOLS,
)
from architect.tools.dynamic_tool import DynamicTool
from architect.tools.language import SymbolTool
from architect.tools.late_tools import CallTool, FindTool
from architect.tools.user_edit import UserEdit


def tools_with_a_module() -> Iterator[type]:
    for module in pkgutil.iter_modules(tools.__path__):
        for value in vars(importlib.import_module(f"architect.tools.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, BaseTool):
                yield value


def test_every_tool_that_has_a_module_is_in_the_list():
    others = {BaseTool, CallTool, DynamicTool, FindTool, SymbolTool, UserEdit}
    assert set(tools_with_a_module()) - others == set(BUILT_IN)


def test_a_run_whose_settings_allow_everything_has_exactly_the_tools_of_the_list():
    registry = local_tools(
        ToolInputs(
            workspace=WorkspaceSettings(allow_delete=True),
            commands=CommandSettings(enabled=True),
            allowed=ALL_TOOLS,
            index=FakeCodeIndex(),
            remembers=True,
            skills=OneSkill(),
            subagents={"explore": SubagentType("Explores.")},
            web=HttpWeb(timeout_s=1),
            problems=NothingReported(),
            language=NothingKnown(),
        )
    )
    listed, late = registry.list_all(), registry.late()
    assert {tool.name for tool in (*listed, *late)} == ALL_TOOLS
    assert {tool.name for tool in late} == {"command_output", "stop_command"}


class NothingKnown:
    """An editor without language servers."""

    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        return ()

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        return ()

    async def hover(self, place: CodePlace) -> str:
        return ""

    async def rename(self, place: CodePlace, name: str) -> Sequence[NewText]:
        return ()

    async def formatted(self, path: str) -> NewText | None:
        return None


class NothingReported:
    """An editor whose language servers find nothing."""

    async def reported(
        self, paths: Sequence[str] | None = None, *, since: int | None = None
    ) -> ReportedProblems:
        return ReportedProblems()


class OneSkill:
    """A library of one skill, as far as the list of tools looks at it."""

    skills = (Skill("notes", "How notes are kept.", "skills/notes/SKILL.md", "project"),)
    left_out = ()

    async def text(self, skill: Skill, file: str = "") -> str:
        return file or skill.description

    async def files(self, skill: Skill) -> Sequence[str]:
        return ()


def names(effect: Effect) -> set[str]:
    return {tool.name for tool in BUILT_IN if tool.effect is effect}


def test_a_run_by_default_has_no_tool_that_deletes_or_reports():
    registry = local_tools(
        ToolInputs(
            workspace=WorkspaceSettings(),
            commands=CommandSettings(enabled=False),
            index=FakeCodeIndex(),
        )
    )
    with_servers = {tool.name for tool in OF_LANGUAGE_SERVERS}
    reading = STANDARD_READ_TOOLS - {"use_skill"} | {"ask_user", "update_plan"}
    there = (reading | names(Effect.WRITE)) - with_servers
    assert {tool.name for tool in registry.list_all()} == there


def test_the_list_says_what_each_tool_does():
    assert (
        STANDARD_READ_TOOLS
        | {"ask_user", "dispatch_subagent", "report_finding", "update_plan"}
        | {"command_output", "stop_command"}
        == READ_ONLY_TOOLS
        == names(Effect.READ)
    )
    assert names(Effect.WRITE) == {
        "write_file", "edit_file", "apply_patch", "rename_symbol", "format_document",
    }  # fmt: skip
    assert names(Effect.DELETE) == {"delete_file"}
    assert names(Effect.COMMAND) == {"run_command", "remember", "fetch_url"}
    assert {
        "read_file", "list_files", "find_files", "search_code", "grep", "code_map",
        "use_skill", "problems", "go_to_definition", "find_references", "hover",
    } == STANDARD_READ_TOOLS  # fmt: skip
