from pathlib import Path

import pytest
from tests.support.table import table

from architect.adapters.sandbox.toolchains import PROGRAMS, STORES, programs, stores

HOME = Path("/home/u")
KEYS = (
    ".ssh", ".aws", ".gnupg", ".netrc", ".npmrc", ".pypirc", ".cargo/credentials.toml",
    ".config/gh", ".docker/config.json", ".kube", ".git-credentials", ".config/git/credentials",
    ".m2/settings.xml", ".gradle/gradle.properties", ".local/share/keyrings", ".bash_history",
)  # fmt: skip


@table("key", KEYS)
def test_no_folder_of_a_tool_chain_holds_keys(key: str):
    path = Path(key)
    assert not [name for name in (*PROGRAMS, *STORES) if path.is_relative_to(name)]


@pytest.mark.parametrize(
    ("entry", "visible"),
    [
        ("/srv/venv/bin", "/srv/venv"),
        ("/home/u/project/.venv/bin", "/home/u/project/.venv"),
        ("/home/u/.nvm/versions/node/v20/bin", "/home/u/.nvm/versions/node/v20"),
        ("/home/u/bin", "/home/u/bin"),
        ("/home/u/.local/bin", "/home/u/.local/bin"),
        ("/tools/bin", "/tools/bin"),
        ("/home/u/scripts", "/home/u/scripts"),
    ],
)
def test_of_a_folder_on_path_the_installation_is_visible_but_nothing_else_of_the_user(
    entry: str, visible: str
):
    assert Path(visible) in set(programs({"PATH": f"/usr/bin:{entry}"}, HOME))
    assert HOME not in set(programs({"PATH": f"/usr/bin:{entry}"}, HOME))


def test_relative_entries_of_path_count_for_nothing():
    assert set(programs({"PATH": ".:bin:"}, None)) == set()


def test_variables_say_where_tools_and_stores_are():
    environment = {"VIRTUAL_ENV": "/venvs/a", "GOMODCACHE": "/go/mod"}

    assert Path("/venvs/a") in set(programs(environment, None))
    assert list(stores(environment, None)) == [Path("/go/mod")]
