"""The one list of tools agrees with the modules there are and with what a run is given."""

import importlib
import pkgutil
from collections.abc import Iterator

from architect import tools
from architect.bootstrap.run.tools import local_tools
from architect.config.commands import CommandSettings
from architect.config.workspace import WorkspaceSettings
from architect.tools.base import BaseTool
from architect.tools.built_in import (
    ALL_TOOLS,
    BUILT_IN,
    EDIT_TOOLS,
    READ_ONLY_TOOLS,
    STANDARD_READ_TOOLS,
    WRITE_TOOLS,
)
from architect.tools.dynamic_tool import DynamicTool


def tools_with_a_module() -> Iterator[type]:
    for module in pkgutil.iter_modules(tools.__path__):
        for value in vars(importlib.import_module(f"architect.tools.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, BaseTool):
                yield value


def test_every_tool_that_has_a_module_is_in_the_list():
    assert set(tools_with_a_module()) - {BaseTool, DynamicTool} == set(BUILT_IN)


def test_a_run_whose_settings_allow_everything_has_exactly_the_tools_of_the_list():
    registry = local_tools(
        WorkspaceSettings(allow_delete=True), CommandSettings(enabled=True), allowed=ALL_TOOLS
    )
    assert {tool.name for tool in registry.list_all()} == ALL_TOOLS


def test_a_run_by_default_has_no_tool_that_deletes_or_reports():
    registry = local_tools(WorkspaceSettings(), CommandSettings(enabled=False))
    assert {tool.name for tool in registry.list_all()} == STANDARD_READ_TOOLS | EDIT_TOOLS


def test_the_list_says_which_tools_read_and_which_write():
    assert STANDARD_READ_TOOLS | {"report_finding"} == READ_ONLY_TOOLS
    assert EDIT_TOOLS | {"delete_file"} == WRITE_TOOLS
    assert {"run_command"} == ALL_TOOLS - READ_ONLY_TOOLS - WRITE_TOOLS
    assert {"write_file", "edit_file", "apply_patch"} == EDIT_TOOLS
    assert {
        "read_file", "list_files", "find_files", "search_code", "grep",
    } == STANDARD_READ_TOOLS  # fmt: skip
