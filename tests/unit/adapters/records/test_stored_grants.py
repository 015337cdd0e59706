"""Grants in the user's own state."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from architect.adapters.records.stored_grants import StoredGrants
from architect.domain.errors import UserError
from architect.domain.grants import Grant, GrantKind

NPM = Grant(kind=GrantKind.PREFIX, tool="run_command", text="npm test", command_class="dev")
EDITS = Grant(kind=GrantKind.TOOL, tool="edit_file")


def kept(tmp_path: Path, project: str = "one") -> StoredGrants:
    (tmp_path / project).mkdir(exist_ok=True)
    return StoredGrants({"XDG_STATE_HOME": str(tmp_path / "state")}, tmp_path / project)


def test_a_grant_holds_in_its_project_and_one_for_every_project_everywhere(tmp_path: Path) -> None:
    one, two = kept(tmp_path), kept(tmp_path, "two")
    here = one.add(NPM, everywhere=False)
    everywhere = one.add(EDITS, everywhere=True)
    assert here == replace(NPM, grant_id=here.grant_id, project=str(tmp_path / "one"))
    assert re.fullmatch(r"g[0-9a-f]{4}", here.grant_id)
    assert one.load() == (here, everywhere)
    assert two.load() == (everywhere,)
    assert two.load_all() == (here, everywhere)


def test_the_project_is_known_by_its_real_path(tmp_path: Path) -> None:
    grant = kept(tmp_path).add(NPM, everywhere=False)
    (tmp_path / "link").symlink_to("one")
    assert kept(tmp_path, "link").load() == (grant,)


def test_the_same_grant_is_kept_once(tmp_path: Path) -> None:
    grants = kept(tmp_path)
    assert grants.add(NPM, everywhere=False) == grants.add(NPM, everywhere=False)
    assert len(grants.load()) == 1


def test_what_is_revoked_is_gone(tmp_path: Path) -> None:
    grants = kept(tmp_path)
    grant = grants.add(NPM, everywhere=False)
    other = grants.add(replace(EDITS, allows=False), everywhere=True)
    assert kept(tmp_path, "two").revoke(grant.grant_id)
    assert not grants.revoke(grant.grant_id)
    assert grants.load() == (other,)


def test_nothing_in_a_repository_grants_anything(tmp_path: Path) -> None:
    grants = kept(tmp_path)
    grants.add(NPM, everywhere=False)
    written = (tmp_path / "state" / "architect" / "grants.json").read_bytes()
    for name in ("grants.json", ".architect/grants.json", ".architect.yaml"):
        place = tmp_path / "two" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(written)
    assert kept(tmp_path, "two").load() == ()


@pytest.mark.parametrize(
    "entry",
    [
        None,
        {},
        [],
        {"allows": True, "kind": "all", "tool": "x"},
        {"allows": True, "kind": "tool", "tool": 1},
        {"allows": True, "kind": "prefix", "tool": "r", "text": "x", "command_class": "harmless"},
        {"allowz": False, "kind": "tool", "tool": "x"},
        {"kind": "tool", "tool": "x"},
        {"allows": True, "kind": "tool", "tool": "x", "until": "tomorrow"},
    ],
)
def test_an_entry_that_cannot_be_understood_is_an_error_since_it_may_deny(
    tmp_path: Path, entry: object
) -> None:
    grants = kept(tmp_path)
    grants.add(NPM, everywhere=False)
    path = tmp_path / "state" / "architect" / "grants.json"
    document = json.loads(path.read_bytes())
    document["grants"].append(entry)
    path.write_bytes(json.dumps(document).encode())
    with pytest.raises(UserError, match="an entry is no grant"):
        grants.load()
