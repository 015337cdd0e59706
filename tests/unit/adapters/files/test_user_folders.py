"""What the user configured, trusted and granted, where it lies inside a workspace."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from architect.adapters.files.path_gate import locate
from architect.adapters.files.user_folders import user_config_folder, user_state_folder
from architect.config.user_file import user_config_file
from architect.domain.errors import PathRefusedError
from architect.domain.paths import Access


@pytest.mark.parametrize("folder", [user_state_folder, user_config_folder])
def test_no_tool_writes_there_even_if_the_workspace_is_the_home_folder(
    folder: Callable[[Mapping[str, str]], Path],
) -> None:
    own = folder(os.environ)
    root = own.parent.parent
    inside = own.relative_to(root)
    for name in (inside, inside / "trust.json", inside / "x" / ".." / "grants.json"):
        with pytest.raises(PathRefusedError, match="what the user configured, trusted and granted"):
            locate(root, str(name), Access.WRITE)
    assert locate(root, str(inside / "trust.json"), Access.READ).relative.endswith("trust.json")


def test_the_folder_of_the_configuration_is_the_one_that_is_read() -> None:
    for environ in ({"HOME": "/me"}, {"HOME": "/me", "XDG_CONFIG_HOME": "/xdg"}):
        assert user_config_file(environ).parent == user_config_folder(environ)


def test_other_files_of_that_name_may_be_written(tmp_path: Path) -> None:
    for name in ("architect/trust.json", ".config/architect/config.yaml"):
        assert locate(tmp_path, name, Access.WRITE).relative == name
