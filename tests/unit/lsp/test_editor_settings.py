"""The settings of an editor, as its language has them."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.table import table

from architect.config.schema import Config
from architect.domain.errors import ConfigError
from architect.lsp.editor_settings import EditorSettings

EMPTY: list[dict[str, Any]] = [
    {"llm": []},
    {"agents": []},
    {"hooks": []},
    {"logging": []},
    {"guardrails": {"protected_files": []}},
]


@table("given", EMPTY)
def test_the_empty_table_of_lua_sets_nothing(given: dict[str, Any], tmp_path: Path) -> None:
    settings = EditorSettings(given, trusted=False)
    assert settings.settings_for(tmp_path, {}).config == _without(tmp_path)


def test_a_list_with_something_in_it_is_no_section(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="llm: needs keys below it"):
        EditorSettings({"llm": ["gpt-4.1"]}, trusted=False).settings_for(tmp_path, {})


def _without(root: Path) -> Config:
    return EditorSettings({}, trusted=False).settings_for(root, {}).config
