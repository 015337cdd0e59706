"""Guardrails over a real folder: links, globs, listings and search hits."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.support.rig import NoSearch

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.files.harmless_files import holds_no_secret
from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.adapters.search.python_search import PythonSearch
from architect.domain.errors import GuardrailRefusedError, SearchFault
from architect.domain.paths import Access, WorkspacePath
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document
from architect.execution.file_uses import file_uses
from architect.execution.guarded_search import GuardedSearch
from architect.execution.guarded_workspace import GuardedWorkspace
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.execution.validate import validate
from architect.policy.file_rules import protected_files
from architect.policy.guardrails import FileUse, GuardrailRules, RunTotals
from architect.policy.shell.policy import CommandPolicy
from architect.tools.read_file import ReadFile
from architect.tools.run_command import RunCommand


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with a file that holds secrets, and links to it."""
    root = tmp_path / "workspace"
    (root / "sub").mkdir(parents=True)
    (root / ".env").write_bytes(b"KEY=hunter2\n")
    (root / "sub" / "server.pem").write_bytes(b"KEY\n")
    (root / "a.txt").write_bytes(b"KEY=a\n")
    (root / "notes.txt").symlink_to(".env")
    (root / "sub" / "up").symlink_to("..")
    (root / ".env.link").symlink_to("a.txt")
    return root


def guardrails_of(root: Path, *protected: str) -> GuardrailsEngine:
    rules = GuardrailRules(protected=protected_files(protected))
    return GuardrailsEngine(
        rules, BoundedPatternSearch(), root=root, holds_no_secret=holds_no_secret
    )


def test_links_that_lead_out_count_by_what_they_lead_to(folder: Path) -> None:
    (folder.parent / "id_rsa").write_bytes(b"key\n")
    (folder / "way_out").symlink_to("../id_rsa")
    assert uses(folder, "cat way_out") == [f"{folder}/way_out"]
    assert "way_out" in uses(folder, "cat w*")


def uses(root: Path, line: str, *protected: str) -> list[str]:
    """The files that guardrails have to know of a command."""
    policy = CommandPolicy(workspace=root, home=root.parent)
    tool = RunCommand(30, 200, policy=policy)
    call = validate(tool, json.dumps({"command": line}))
    guardrails = guardrails_of(root, *protected)
    found = asyncio.run(file_uses(call, DiskWorkspace(root), guardrails))
    return [use.name for use in found]


def test_what_holds_no_secret_is_used_like_other_files(folder: Path) -> None:
    (folder / ".env.example").write_bytes(b"KEY=\n")
    (folder / "ca.pem").write_bytes(
        b"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    )
    assert uses(folder, "cat ca.pem") == []
    assert uses(folder, "cp .env.example sub/.env") == []
    assert uses(folder, "echo KEY=1 > .env.local") == []
    assert set(uses(folder, "cp .env.example .env")) == {".env"}
    (folder / "sub" / ".env").write_bytes(b"KEY=\n")
    assert uses(folder, "cat sub/.env") == ["sub/.env"]
    (folder / "sub" / ".env.example").write_bytes(b"KEY=\n")
    assert uses(folder, "cat sub/.env") == []


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("cat notes.txt", ["notes.txt"]),
        ("cat sub/up/.env", ["sub/up/.env"]),
        ("cat sub/../.env", [".env"]),
        ("cat sub/*.pem", ["sub/server.pem"]),
        ("cat s*/*", ["sub/server.pem"]),
        ("cat *", ["notes.txt"]),
        ("cat .e*", [".env", ".env.link"]),
        ("cat a.txt", []),
        ("grep credentials a.txt", []),
        ("cat missing.pem", []),
        ("echo x > missing.pem", []),
        ("cp a.txt .env", [".env", ".env"]),
    ],
)
def test_the_files_of_a_command_are_what_its_words_lead_to(
    folder: Path, line: str, files: list[str]
) -> None:
    assert uses(folder, line) == files


def test_keys_outside_the_workspace_count_by_their_name(folder: Path) -> None:
    assert uses(folder, "cat ~/.ssh/id_rsa") == [f"{folder.parent}/.ssh/id_rsa"]
    assert uses(folder, "cat ../other/.env") == [f"{folder}/../other/.env"]


@pytest.mark.parametrize("line", ["rm -rf sub", "mv sub x", "git checkout .", "rm */server.pem"])
def test_a_protected_file_is_found_below_its_folder(folder: Path, line: str) -> None:
    (folder / "sub" / "b.txt").write_bytes(b"b\n")
    assert uses(folder, line, "sub/b.txt", "*.pem")[0] in ("sub/b.txt", "sub/server.pem")


def test_a_link_to_a_file_with_secrets_has_both_names(folder: Path) -> None:
    call = validate(ReadFile(), json.dumps({"path": "notes.txt"}))
    found = asyncio.run(file_uses(call, DiskWorkspace(folder), guardrails_of(folder)))
    assert found == (FileUse("notes.txt", ("notes.txt", ".env"), Access.READ),)


def guarded(root: Path, *admitted: str, protected: tuple[str, ...] = ()) -> GuardedWorkspace:
    return GuardedWorkspace(
        DiskWorkspace(root),
        guardrails_of(root, *protected),
        admitted=admitted,
        totals=RunTotals,
    )


@pytest.mark.parametrize("name", [".env", "notes.txt", "sub/up/.env", ".env.link"])
def test_a_file_that_became_a_secret_is_not_read(folder: Path, name: str) -> None:
    workspace = guarded(folder)
    path = workspace.locate(name, Access.READ)
    with pytest.raises(GuardrailRefusedError, match="may hold secrets, and access was not allowed"):
        asyncio.run(workspace.read(path))
    with pytest.raises(GuardrailRefusedError):
        asyncio.run(workspace.read_lines(path, first=1, count=1))


def test_a_file_that_became_one_that_others_execute_is_not_changed(folder: Path) -> None:
    (folder / ".vscode").mkdir()
    (folder / "became").symlink_to(".vscode")
    workspace = guarded(folder)
    path = workspace.locate("became/tasks.json", Access.WRITE)
    with pytest.raises(GuardrailRefusedError, match="other programs execute 'became/"):
        asyncio.run(workspace.apply(change_of(path, None, Document("{}"))))


def test_what_somebody_allowed_is_read_and_nothing_else(folder: Path) -> None:
    workspace = guarded(folder, "notes.txt")
    path = workspace.locate("notes.txt", Access.READ)
    assert asyncio.run(workspace.read(path)).document.text == "KEY=hunter2\n"
    with pytest.raises(GuardrailRefusedError):
        asyncio.run(workspace.read(workspace.locate(".env", Access.READ)))


def search(root: Path, *admitted: str, path: str = ".") -> SearchResult:
    workspace = DiskWorkspace(root)
    query = SearchQuery("KEY", workspace.locate(path, Access.READ), is_regex=False)
    inner = PythonSearch(root)
    return asyncio.run(GuardedSearch(inner, guardrails_of(root), admitted=admitted).search(query))


def test_hits_in_files_with_secrets_are_left_out_and_counted(folder: Path) -> None:
    result = search(folder)
    assert [line.path for line in result.lines] == ["a.txt"]
    assert "hunter2" not in str(result)
    note = "2 matches are left out, in files that may hold secrets: .env, sub/server.pem"
    assert result.notes == (note,)


def test_hits_below_a_linked_folder_are_those_of_the_files_it_leads_to(folder: Path) -> None:
    result = search(folder, path="sub/up")
    assert not any(".env" in line.path or ".pem" in line.path for line in result.lines)


def test_hits_in_a_file_somebody_allowed_are_shown(folder: Path) -> None:
    assert ".env" in [line.path for line in search(folder, ".env").lines]


def test_a_search_that_fails_goes_on_failing() -> None:
    root = Path("/workspace")
    query = SearchQuery("x", WorkspacePath(".", root), is_regex=False)
    with pytest.raises(SearchFault):
        asyncio.run(GuardedSearch(NoSearch(), guardrails_of(root), admitted=()).search(query))
