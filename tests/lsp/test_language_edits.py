"""Renaming and formatting by the language servers of an editor, as one edit each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, call, daemon, played, says
from tests.support.edit_answers import applying
from tests.support.lsp_client import EditorClient

ONE, TWO, THREE = "def größe():\n    pass\n", "from one import größe; größe()\n", "größe()\n"
RENAME = call("rename_symbol", path="one.py", symbol="größe", new_name="size")
FILES = {"one.py": ONE, "two.py": TWO, "three.py": THREE}
Files = list[dict[str, Any]]


def edit(line: int, start: int, end: int, text: str = "size") -> dict[str, Any]:
    span = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    return {"range": span, "newText": text}


def renamed(client: EditorClient) -> Files:
    def version(path: str) -> int | None:
        buffer = client.buffers.get(client.uri(path))
        return None if buffer is None else buffer.version

    edits = {
        "one.py": [edit(0, 4, 9)],
        "two.py": [edit(0, 23, 28), edit(0, 16, 21)],
        "three.py": [edit(0, 0, 5)],
    }
    return [
        {"uri": client.uri(path), "version": version(path), "edits": each}
        for path, each in edits.items()
    ]


def file_edits(client: EditorClient, path: str, *edits: dict[str, Any]) -> dict[str, Any]:
    return {"uri": client.uri(path), "version": None, "edits": [*edits]}


def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text)
    return root


def texts(client: EditorClient) -> dict[str, str]:
    """What the user sees of each file."""
    return {
        name: client.text(name)
        if client.uri(name) in client.buffers
        else (client.root / name).read_text()
        for name in FILES
    }


async def told(client: EditorClient, answer: Callable[[Any], Any]) -> str:
    """The result of the one call of the run."""

    async def know(params: Any) -> Any:
        return answer(params)

    client.answers["architect/language"] = know
    run = await client.command("architect.run", {"prompt": "x", "wait": True, "mode": "yolo"})
    page = await client.command("architect.events", {"runId": run["runId"]})
    [text] = [each["text"] for each in page["events"] if each["type"] == "tool.finished"]
    return text


@pytest.mark.parametrize("is_open", [(), ("one.py",), ("one.py", "two.py", "three.py")])
def test_all_files_are_renamed_open_ones_by_one_edit_and_undone_together(
    tmp_path: Path, is_open: tuple[str, ...]
) -> None:
    async def scene() -> None:
        root = project(tmp_path)
        async with daemon(root, RENAME, says("done"), rich=True, features=RICH) as client:
            for name in is_open:
                client.open(name)
            text = await told(client, lambda _: {"edits": renamed(client)})
            assert text == (
                "renamed größe to size: 3 lines in 3 files\n"
                "  one.py: 1 line\n  three.py: 1 line\n  two.py: 1 line"
            )
            after = {name: each.replace("größe", "size") for name, each in FILES.items()}
            assert texts(client) == after
            assert len(client.of("workspace/applyEdit")) == bool(is_open)
            [ended] = [result for name, result in client.results if name == "architect.run"]
            await client.command("architect.undo", {"runId": ended["runId"]})
            assert texts(client) == FILES

    played(scene())


def test_what_cannot_be_renamed_everywhere_is_renamed_nowhere(tmp_path: Path) -> None:
    wrong: dict[str, tuple[Callable[[EditorClient], Any], str]] = {
        "refused": (lambda _: {"refused": "a keyword\x1b[2J"}, "a keyword"),
        "nobody": (lambda _: {"edits": []}, "no language server renames 'größe' there"),
        "nothing": (lambda _: None, "no language server renames"),
        "other version": (
            lambda client: {"edits": [{**each, "version": 77} for each in renamed(client)]},
            "'one.py' was changed meanwhile",
        ),
        "outside": (
            lambda client: {
                "edits": [*renamed(client), {"uri": "file:///etc/passwd", "edits": [edit(0, 0, 4)]}]
            },
            "/etc/passwd",
        ),
        "no file": (
            lambda client: {"edits": [*renamed(client), file_edits(client, "none.py")]},
            "none.py",
        ),
        "protected": (
            lambda client: {
                "edits": [
                    *renamed(client),
                    {"uri": client.uri("kept.py"), "edits": [edit(0, 0, 1)]},
                ]
            },
            "'kept.py' is now protected",
        ),
        "secret": (
            lambda client: {"edits": [*renamed(client), file_edits(client, ".env", edit(0, 0, 1))]},
            "may hold secrets",
        ),
        "overlap": (
            lambda client: {
                "edits": [{"uri": client.uri("one.py"), "edits": [edit(0, 4, 9), edit(0, 6, 9)]}]
            },
            "overlap",
        ),
        "no range": (
            lambda client: {"edits": [{"uri": client.uri("one.py"), "edits": [{"newText": "x"}]}]},
            "make no sense",
        ),
        "no text": (
            lambda client: {"edits": [{"uri": client.uri("one.py"), "edits": [edit(0, 0, 1, 3)]}]},  # type: ignore[arg-type]
            "make no sense",
        ),
        "no list": (lambda client: {"edits": [{"uri": client.uri("one.py")}]}, "make no sense"),
        "no object": (lambda _: {"edits": ["x", 3]}, "make no sense"),
    }

    async def scene() -> None:
        root = project(tmp_path)
        (root / "kept.py").write_text("x\n")
        (root / ".env").write_text("TOKEN=abcdefgh12345678\n")
        config = {"guardrails": {"protected_files": ["kept.py"]}}
        failures: list[str] = []
        async with daemon(
            root, RENAME, says("done"), rich=True, features=RICH, config=config
        ) as client:
            client.open("one.py")
            for name, (answer, expected) in wrong.items():
                text = await told(client, lambda _, make=answer: make(client))
                if expected not in text or "\x1b" in text or texts(client) != FILES:
                    failures.append(f"{name}: {text}")
            assert not client.of("workspace/applyEdit")
        assert not failures, "\n".join(failures)

    played(scene())


def test_an_editor_that_refuses_a_part_gets_back_what_was_renamed_before(tmp_path: Path) -> None:
    async def scene() -> None:
        root = project(tmp_path)
        async with daemon(root, RENAME, says("done"), rich=True, features=RICH) as client:
            client.open("one.py")

            async def refuse(_: Any) -> Any:
                return {"applied": False, "failureReason": "read-only"}

            client.answers["workspace/applyEdit"] = refuse
            text = await told(client, lambda _: {"edits": renamed(client)})
            assert "read-only" in text
            assert "Nothing is renamed: the other files are as they were" in text
            assert texts(client) == FILES

    played(scene())


def test_an_editor_that_makes_a_part_is_told_of(tmp_path: Path) -> None:
    async def scene() -> None:
        root = project(tmp_path)
        async with daemon(root, RENAME, says("done"), rich=True, features=RICH) as client:
            for name in ("one.py", "two.py"):
                client.open(name)
            whole = applying(client)

            async def first_only(params: Any) -> Any:
                changes = params["edit"]["documentChanges"]
                return await whole({**params, "edit": {"documentChanges": changes[:1]}})

            client.answers["workspace/applyEdit"] = first_only
            text = await told(client, lambda _: {"edits": renamed(client)})
            assert "Nothing is renamed" in text
            assert texts(client) == FILES

    played(scene())


def test_a_file_is_formatted_by_the_formatter_of_the_editor(tmp_path: Path) -> None:
    async def scene() -> None:
        root = project(tmp_path)
        (root / "one.py").write_text("x=1\r\ny  =2\r\n")
        shape = call("format_document", path="one.py")
        async with daemon(root, shape, says("done"), rich=True, features=RICH) as client:
            edits = [edit(0, 1, 2, " = "), edit(1, 1, 4, " = ")]
            made = {"edits": [file_edits(client, "one.py", *edits)]}
            assert await told(client, lambda _: made) == "edited one.py: +2 -2"
            assert (root / "one.py").read_bytes() == b"x = 1\r\ny = 2\r\n"
            done = {"edits": [file_edits(client, "one.py")]}
            assert await told(client, lambda _: done) == "one.py is formatted already"
            assert "no formatter is set up" in await told(client, lambda _: {"edits": []})

    played(scene())


def test_hooks_see_every_file_of_a_rename(tmp_path: Path) -> None:
    """A guard for a file guards it from renames too, and what follows an edit follows each."""
    guard = {"command": "echo not this one >&2; exit 2", "file_patterns": ["three.py"]}
    seen = {"command": "echo $ARCHITECT_FILE_PATH >> seen.txt", "file_patterns": ["*.py"]}

    async def told_with(hooks: dict[str, Any], root: Path) -> tuple[str, dict[str, str]]:
        # The hooks of a project count once it is trusted; those of an editor are the user's own.
        config = {"hooks": hooks}
        async with daemon(
            root, RENAME, says("done"), rich=True, features=RICH, config=config
        ) as client:
            return await told(client, lambda _: {"edits": renamed(client)}), texts(client)

    async def scene() -> None:
        root = project(tmp_path)
        text, there = await told_with({"pre_tool_use": [guard]}, root)
        assert "denied (hook): three.py: " in text
        assert "not this one" in text
        assert there == FILES
        text, there = await told_with({"post_edit": [seen]}, root)
        assert there == {name: each.replace("größe", "size") for name, each in FILES.items()}
        told_of = (root / "seen.txt").read_text().split()
        assert sorted(told_of) == ["one.py", "three.py", "two.py"]

    played(scene())


def test_new_problems_of_all_files_of_a_rename_are_told(tmp_path: Path) -> None:
    async def scene() -> None:
        root = project(tmp_path)
        async with daemon(root, RENAME, says("done"), rich=True, features=RICH) as client:
            asked: list[Any] = []

            async def report(params: Any) -> dict[str, Any]:
                asked.append([uri.rpartition("/")[2] for uri in params["uris"]])
                line = {"line": 1, "severity": "error", "source": "m"}
                found = [
                    {**line, "uri": client.uri(name), "message": f"clash in {name}"}
                    for name in (["three.py"] if "since" not in params else sorted(FILES))
                ]
                return {"problems": found, "mark": 1}

            client.answers["architect/problems"] = report
            text = await told(client, lambda _: {"edits": renamed(client)})
            assert text.partition("New problems after this edit:\n")[2].split("\n") == [
                "one.py:1: error: m: clash in one.py",
                "two.py:1: error: m: clash in two.py",
            ]
            assert asked == [["one.py", "three.py", "two.py"]] * 2

    played(scene())
