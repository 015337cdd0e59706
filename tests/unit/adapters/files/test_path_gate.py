"""The path gate: whatever is written, nothing outside the workspace is reached."""

import asyncio
import os
import socket
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.support.table import table

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.files.path_gate import locate
from architect.adapters.search.python_search import PythonSearch
from architect.domain.errors import ArchitectError, PathRefusedError
from architect.domain.ids import RunId
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.document import Document, FileChange
from architect.domain.tool_result import ToolResult
from architect.policy.shell.policy import CommandPolicy
from architect.testing.fake_shell import FakeShell
from architect.tools.apply_patch import ApplyPatch
from architect.tools.base import BaseTool
from architect.tools.context import ToolContext
from architect.tools.delete_file import DeleteFile
from architect.tools.edit_file import EditFile
from architect.tools.find_files import FindFiles
from architect.tools.grep import Grep
from architect.tools.list_files import ListFiles
from architect.tools.read_file import ReadFile
from architect.tools.report_finding import ReportFinding
from architect.tools.run_command import RunCommand
from architect.tools.search_code import SearchCode
from architect.tools.write_file import WriteFile

T = TypeVar("T")

SECRET = "the-secret-word"


@dataclass(frozen=True)
class Place:
    """A workspace `ws` with hostile links, beside it the folders `outside` and `ws-evil`."""

    top: Path

    @property
    def root(self) -> Path:
        return self.top / "ws"

    def text(self, spelling: str) -> str:
        return spelling.replace("{top}", str(self.top))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    for folder in ("outside", "ws-evil", "ws/src", "ws/.git/hooks", "ws/sub/.git"):
        (tmp_path / folder).mkdir(parents=True)
    for outside in ("outside/secret.txt", "ws-evil/secret.txt", "secret.txt"):
        (tmp_path / outside).write_bytes(SECRET.encode())
    (tmp_path / "ws/src/a.py").write_bytes(b"inside\n")
    links = {
        "out_file": "../outside/secret.txt",
        "out_folder": "../outside",
        "evil": "../ws-evil",
        "parent": "..",
        "absolute": str(tmp_path / "outside"),
        "dangling": "../outside/new.txt",
        "dangling_folder": "../outside/new/deeper",
        "chain": "out_folder",
        "loop": "loop",
        "loop_a": "loop_b",
        "loop_b": "loop_a",
        "environ": "/proc/self/environ",
        "zero": "/dev/zero",
        "git_link": ".git",
        "inner": "src",
        "src/up": "../..",
        "itself": ".",
    }
    for name, target in links.items():
        (tmp_path / "ws" / name).symlink_to(target)
    os.mkfifo(tmp_path / "ws/fifo")
    return Place(tmp_path)


REFUSED = [
    "",
    "  ",
    "~",
    "~/.ssh/id_rsa",
    "~root/.bashrc",
    "src/a.py\0",
    "\0",
    "..",
    "../",
    "../outside/secret.txt",
    "../ws-evil/secret.txt",
    "../secret.txt",
    "./../secret.txt",
    "src/../../secret.txt",
    "src/../src/../../secret.txt",
    "missing/../../secret.txt",
    "src//..//..//secret.txt",
    "{top}",
    "{top}/secret.txt",
    "{top}/ws-evil/secret.txt",
    "{top}/ws/../secret.txt",
    "{top}/outside/../outside/secret.txt",
    "/",
    "//",
    "/etc/passwd",
    "//etc/passwd",
    "/proc/self/environ",
    "/proc/self/cwd",
    "/proc/self/root{top}/ws/src/a.py",
    "/dev/null",
    "/dev/stdin",
    "/sys/kernel",
    "out_file",
    "out_folder",
    "out_folder/secret.txt",
    "out_folder/new.txt",
    "evil/secret.txt",
    "parent/secret.txt",
    "parent/ws-evil/secret.txt",
    "absolute/secret.txt",
    "dangling",
    "dangling_folder",
    "dangling_folder/new.txt",
    "chain/secret.txt",
    "chain/../secret.txt",
    "out_folder/../secret.txt",
    "src/up/secret.txt",
    "inner/up/secret.txt",
    "itself/itself/out_file",
    "loop",
    "loop/x",
    "loop_a",
    "loop_a/../loop_b/x",
    "environ",
    "zero",
    "fifo",
    "a\ud800b",
    "\udcff",
    "x" * 300,
    "x/" * 3000,
]


@table("spelling", REFUSED)
@table("access", [Access.READ, Access.WRITE])
def test_a_hostile_path_is_refused_with_a_reason(
    place: Place, spelling: str, access: Access
) -> None:
    text = place.text(spelling)
    with pytest.raises(PathRefusedError) as refused:
        locate(place.root, text, access)
    assert repr(text[:100])[:-1] in str(refused.value)
    assert "refused: " in str(refused.value)


RELATIVE = [spelling for spelling in REFUSED if spelling.strip("/") and spelling[0] not in " ~{/\0"]

FORMS = [
    *("./{}", ".//./{}", "src/../{}", "src/deeper/../../{}", "missing/../{}", "../ws/{}"),
    *("itself/{}", "itself/itself/./{}", "parent/ws/{}", "inner/../{}", "{}/", "{}/.", "{}//"),
    *("{{top}}/ws/{}", "{{top}}/./ws//{}", "{{top}}/ws/src/../{}", "{{top}}/outside/../ws/{}"),
    *("{{top}}/ws/itself/{}", "src/../../ws/./src/../{}"),
]
"""Ways to say the same."""

IN_ALL_FORMS = [
    *REFUSED,
    *(form.format(spelling) for spelling in RELATIVE if len(spelling) < 100 for form in FORMS),
]

CALLS: list[tuple[BaseTool[Any], str, dict[str, Any]]] = [
    (ReadFile(), "path", {}),
    (WriteFile(), "path", {"content": "x"}),
    (WriteFile(), "path", {"content": "x", "mode": "append"}),
    (DeleteFile(), "path", {}),
    (ListFiles(), "path", {}),
    (ListFiles(), "path", {"recursive": True}),
    (EditFile(), "path", {"old_str": SECRET, "new_str": "x"}),
    (ApplyPatch(), "path", {"patch": f"@@ -1 +1 @@\n-{SECRET}\n+x\n"}),
    (SearchCode(), "path", {"pattern": SECRET, "file_pattern": "*"}),
    (Grep(), "path", {"pattern": SECRET}),
    (FindFiles(), "path", {"pattern": "*"}),
    (ReportFinding(), "path", {"line": 1, "severity": "info", "title": "t", "detail": "d"}),
    (RunCommand(30, 200, policy=CommandPolicy()), "cwd", {"command": "ls"}),
]


def test_there_are_hundreds_of_spellings() -> None:
    assert len(set(IN_ALL_FORMS)) > 700


@pytest.mark.parametrize(("tool", "argument", "others"), CALLS)
def test_no_tool_reaches_outside(
    place: Place, tool: BaseTool[Any], argument: str, others: dict[str, Any]
) -> None:
    before = contents(place.top)
    shell = FakeShell()
    asked = context(place.root, shell)
    # No folder for a command is the workspace.
    for spelling in (spelling for spelling in IN_ALL_FORMS if spelling or argument != "cwd"):
        arguments = {argument: place.text(spelling), **others}
        result = run(tool.execute(tool.validate_args(arguments), asked))
        assert not result.success, spelling
        assert "refused: " in result.text, spelling
        assert SECRET not in result.output, spelling
    assert contents(place.top) == before
    assert shell.commands == []


@pytest.mark.timeout(20)
@table("special", ["folder/fifo", "sparse", "nul", "latin"])
@table(("tool", "argument", "others"), CALLS)
def test_no_tool_waits_for_or_swallows_what_is_no_text(
    tmp_path: Path, special: str, tool: BaseTool[Any], argument: str, others: dict[str, Any]
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "folder/fifo")
    (tmp_path / "nul").write_bytes(b"a\0b\n")
    (tmp_path / "latin").write_bytes(b"d\xe9j\xe0 vu\n")
    (tmp_path / "sparse").write_bytes(b"")
    os.truncate(tmp_path / "sparse", 3 << 30)
    before = {name: (tmp_path / name).stat() for name in ("sparse", "nul", "latin")}
    arguments = tool.validate_args({argument: special, **others})
    result = run(tool.execute(arguments, context(tmp_path)))
    if not isinstance(tool, SearchCode | Grep):
        assert not result.success
        assert special in result.text
    for name, status in before.items():
        now = (tmp_path / name).stat()
        assert (now.st_size, now.st_mtime_ns) == (status.st_size, status.st_mtime_ns)


def test_listings_do_not_follow_links(place: Place) -> None:
    for tool, arguments in (
        (ListFiles(), {"recursive": True}),
        (FindFiles(), {"pattern": "*"}),
    ):
        output = call(tool, place, arguments).output
        assert "src/a.py" in output.split("\n")
        assert "out_folder" in output.split("\n")
        assert "secret" not in output


@pytest.mark.parametrize("tool", [SearchCode(), Grep()])
def test_searches_do_not_follow_links(place: Place, tool: BaseTool[Any]) -> None:
    arguments = {"pattern": SECRET, "file_pattern": "*"}
    output = call(tool, place, arguments).output
    assert output.startswith("no matches")


@pytest.mark.parametrize(
    "target", ["../outside/secret.txt", "out_folder/new.txt", "../new.txt", ".git/hooks/pre-commit"]
)
def test_apply_refuses_a_path_that_never_passed_the_gate(place: Place, target: str) -> None:
    forged = WorkspacePath(target, place.root / target)
    change = FileChange(forged, None, Document("x"), "", 1, 0)
    before = contents(place.top)
    with pytest.raises(ArchitectError):
        run(DiskWorkspace(place.root).apply(change))
    assert contents(place.top) == before


def test_apply_refuses_a_folder_that_became_a_link(place: Place) -> None:
    workspace = DiskWorkspace(place.root)
    path = workspace.locate("later/new.txt", Access.WRITE)
    (place.root / "later").symlink_to("../outside")
    with pytest.raises(PathRefusedError):
        run(workspace.apply(FileChange(path, None, Document("x"), "", 1, 0)))
    assert not (place.top / "outside/new.txt").exists()


@pytest.mark.parametrize(
    ("spelling", "relative", "real"),
    [
        (".", ".", "ws"),
        ("./", ".", "ws"),
        ("src/a.py", "src/a.py", "ws/src/a.py"),
        ("src//a.py", "src/a.py", "ws/src/a.py"),
        ("src/./a.py", "src/a.py", "ws/src/a.py"),
        ("src/../src/a.py", "src/a.py", "ws/src/a.py"),
        ("../ws/src/a.py", "src/a.py", "ws/src/a.py"),
        ("parent/ws/src/a.py", "parent/ws/src/a.py", "ws/src/a.py"),
        ("new/deeper/file", "new/deeper/file", "ws/new/deeper/file"),
        ("inner/a.py", "inner/a.py", "ws/src/a.py"),
        ("inner/../src/a.py", "src/a.py", "ws/src/a.py"),
        ("{top}/ws", ".", "ws"),
        ("{top}/ws/src/a.py", "src/a.py", "ws/src/a.py"),
        ("./~name", "~name", "ws/~name"),
        ("a\\b", "a\\b", "ws/a\\b"),
        ("name with spaces", "name with spaces", "ws/name with spaces"),
        ("..name", "..name", "ws/..name"),
    ],
)
def test_a_path_inside_is_located(place: Place, spelling: str, relative: str, real: str) -> None:
    located = locate(place.root, place.text(spelling), Access.WRITE)
    assert located == WorkspacePath(relative, place.top / real)


@pytest.mark.parametrize(
    "spelling",
    [
        ".git/config",
        "git_link/config",
        "sub/.git/config",
        "itself/.git/config",
        "{top}/ws/.git/config",
        "src/../.git/config",
        ".architect/config.yaml",
        ".architect.yaml",
    ],
)
def test_forbidden_places_are_refused_for_writing_only(place: Place, spelling: str) -> None:
    text = place.text(spelling)
    locate(place.root, text, Access.READ)
    with pytest.raises(PathRefusedError, match="own files"):
        locate(place.root, text, Access.WRITE)


def test_a_forbidden_name_is_refused_although_it_is_a_link_to_an_allowed_one(place: Place) -> None:
    (place.root / ".architect").symlink_to("src")
    with pytest.raises(PathRefusedError):
        locate(place.root, ".architect/config.yaml", Access.WRITE)


def test_the_root_may_be_a_link_and_goes_by_all_its_names(place: Place) -> None:
    link = place.top / "link"
    link.symlink_to("ws")
    expected = WorkspacePath("src/a.py", place.root / "src/a.py")
    for root in (link, place.root):
        for text in ("src/a.py", f"{link}/src/a.py", f"{place.root}/src/a.py"):
            assert locate(root, text, Access.READ) == expected


def test_a_forbidden_name_below_another_name_of_the_root_is_refused(place: Place) -> None:
    (place.top / "link").symlink_to("ws")
    (place.root / ".architect").symlink_to("src")
    with pytest.raises(PathRefusedError):
        locate(place.root, f"{place.top}/link/.architect/config.yaml", Access.WRITE)


@pytest.mark.parametrize(
    ("spelling", "reason"),
    [
        ("", "it is empty"),
        ("~/x", "not expanded"),
        ("../x", "outside the workspace"),
        ("out_file", "outside the workspace"),
        ("loop", "circle"),
        ("fifo", "FIFO"),
        ("/proc/self/root{top}/ws/src/a.py", "/proc does not hold files"),
        ("loop/x", "no file can have it .*symbolic links.; list the folder"),
        ("x" * 300, "no file can have it .File name too long."),
    ],
)
def test_the_reason_is_the_real_one(place: Place, spelling: str, reason: str) -> None:
    with pytest.raises(PathRefusedError, match=reason):
        locate(place.root, place.text(spelling), Access.READ)


def test_an_endless_path_does_not_fill_the_message(place: Place) -> None:
    for text in ("x" * 100_000, "../" * 1_000):
        with pytest.raises(PathRefusedError) as refused:
            locate(place.root, text, Access.READ)
        assert len(str(refused.value)) < 500


def test_a_socket_is_refused(place: Place) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        descriptor = os.open(place.root, os.O_RDONLY)
        try:
            server.bind(f"/proc/self/fd/{descriptor}/socket")
        finally:
            os.close(descriptor)
        with pytest.raises(PathRefusedError, match="socket"):
            locate(place.root, "socket", Access.READ)


def call(tool: BaseTool[Any], place: Place, arguments: dict[str, Any]) -> ToolResult:
    return run(tool.execute(tool.validate_args(arguments), context(place.root)))


def context(root: Path, shell: FakeShell | None = None) -> ToolContext:
    return ToolContext(
        workspace=DiskWorkspace(root),
        search=PythonSearch(root),
        shell=shell or FakeShell(),
        on_output=lambda stream, text: None,
        run_id=RunId("20260102-030405-abcdef.1"),
        report=lambda finding: True,
    )


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def contents(top: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in top.rglob("*") if path.is_file()}
