"""Files that were changed in the editor, before a command runs."""

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.fake_editor import FakeEditor

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.errors import ShellFault
from architect.domain.paths import Access
from architect.domain.shell import CommandOutcome, ShellCommand, Stream
from architect.domain.text.diff import change_of
from architect.jsonrpc.client import ClientRefusedError
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.lsp.documents.open_files import OpenFiles
from architect.lsp.documents.save_barrier import (
    CANCEL,
    RUN,
    SAVE,
    WAIT,
    SaveBarrier,
    SaveMode,
    SavingShell,
)
from architect.testing.fake_shell import FakeShell, outcome

RICH = {"protocol": 1, "features": {"save": True}}

DONE = outcome("done\n", "careful\n")


class Desk:
    """A shell over a workspace in which `a.txt` and `b.txt` were changed by a run, `c.txt` not."""

    def __init__(
        self,
        folder: Path,
        *,
        rich: bool = False,
        mode: SaveMode = "auto",
        choice: str | None = None,
        save_s: float = 60,
    ) -> None:
        self.folder = folder
        self.editor = FakeEditor(architect=RICH if rich else None)
        self.editor.on_request["architect/save"] = self.save
        for name in ("a.txt", "b.txt", "c.txt"):
            (folder / name).write_bytes(b"old\n")
            self.editor.open(folder / name)
        self.editor.type(self.editor.open_uri("untitled:Untitled-1", ""), "x")
        disk = DiskWorkspace(folder)
        documents = self.editor.documents
        self.workspace = EditorWorkspace(disk, documents, self.editor, self.editor.features)
        self.shell = FakeShell({"make": DONE}, unconfined="there is no sandbox")
        self.asked: list[tuple[str, Sequence[str]]] = []
        self.choice = choice
        self.saves_when_asked = False
        self.waits: list[str] = []
        barrier = SaveBarrier(
            self.workspace.touched,
            OpenFiles(disk, documents),
            self.editor,
            self.editor.features,
            root=disk.root,
            mode=mode,
            ask=self.ask,
            waiting=self.waiting,
            save_s=save_s,
        )
        self.saving = SavingShell(self.shell, barrier)

    async def ask(self, message: str, buttons: Sequence[str]) -> str | None:
        self.asked.append((message, buttons))
        if self.saves_when_asked:
            await self.save({"uris": list(self.editor.buffers)})
        return self.choice

    @contextmanager
    def waiting(self) -> Generator[None]:
        self.waits.append("begin")
        yield
        self.waits.append("end")

    async def save(self, params: Any) -> Any:
        for uri in params["uris"]:
            document = self.editor.documents.get(uri)
            if document and document.path:
                self.editor.save(document.path)
        return {"saved": params["uris"], "failed": []}

    async def change(self, *names: str) -> None:
        for name in names:
            path = self.workspace.locate(name, Access.WRITE)
            before = await self.workspace.read(path)
            after = replace(before.document, text=before.document.text + "new\n")
            await self.workspace.apply(change_of(path, before, after))

    def run(self, *changed: str) -> CommandOutcome:
        async def work() -> CommandOutcome:
            await self.change(*changed)
            command = ShellCommand("make", self.folder, timeout_s=1)
            return await self.saving.run(command, lambda stream, text: None)

        return asyncio.run(work())

    @property
    def saved(self) -> list[Any]:
        return [params["uris"] for method, params in self.editor.requests if "save" in method]

    def on_disk(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()


def test_nothing_is_saved_or_asked_where_nothing_was_changed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, rich=True)
    desk.editor.type(desk.editor.open(tmp_path / "c.txt"), "typed by the user\n")
    assert desk.run() == DONE
    assert desk.saved == []
    assert desk.on_disk("c.txt") == b"old\n"


def test_our_own_editors_save_what_the_run_changed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, rich=True)
    assert desk.run("a.txt", "b.txt") == DONE
    assert desk.on_disk("a.txt") == desk.on_disk("b.txt") == b"old\nnew\n"
    assert desk.saved == [[(tmp_path / name).as_uri() for name in ("a.txt", "b.txt")]]
    assert desk.asked == []
    assert desk.waits == ["begin", "end"]


def test_what_is_saved_already_is_not_saved_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path, rich=True)
    desk.run("a.txt")
    desk.run()
    assert len(desk.saved) == 1
    assert desk.waits == ["begin", "end"]


def test_a_file_that_cannot_be_saved_is_told_with_the_reason(tmp_path: Path) -> None:
    desk = Desk(tmp_path, rich=True)

    async def save(params: Any) -> Any:
        return {"saved": [], "failed": [{"uri": params["uris"][0], "reason": "the disk is full"}]}

    desk.editor.on_request["architect/save"] = save
    assert desk.run("a.txt").stderr == (
        "note: 1 changed file is not saved (the disk is full), so this command saw what was on "
        "the disk before: a.txt\ncareful\n"
    )


@pytest.mark.parametrize("answer", [None, {}, {"failed": 3}, {"failed": [None, {"reason": 1}]}])
def test_an_editor_that_claims_to_have_saved_is_not_believed(tmp_path: Path, answer: Any) -> None:
    desk = Desk(tmp_path, rich=True)

    async def save(_params: Any) -> Any:
        return answer

    desk.editor.on_request["architect/save"] = save
    assert "1 changed file is not saved, so" in desk.run("a.txt").stderr


def test_an_editor_that_fails_to_save_does_not_stop_the_command(tmp_path: Path) -> None:
    desk = Desk(tmp_path, rich=True)

    async def save(_params: Any) -> Any:
        raise ClientRefusedError(-32601, "method not found")

    desk.editor.on_request["architect/save"] = save
    result = desk.run("a.txt")
    assert "the editor did not save: method not found" in result.stderr
    assert result.stdout == "done\n"


def test_an_editor_that_never_answers_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    desk = Desk(tmp_path, rich=True, save_s=0.02)

    async def save(_params: Any) -> None:
        await asyncio.Event().wait()

    desk.editor.on_request["architect/save"] = save
    assert "no answer to architect/save" in desk.run("a.txt").stderr


def test_other_editors_ask_their_user_to_save(tmp_path: Path) -> None:
    desk = Desk(tmp_path, choice=WAIT)
    desk.saves_when_asked = True
    assert desk.run("a.txt", "b.txt") == DONE
    ((message, buttons),) = desk.asked
    assert "2 changed files are unsaved: a.txt, b.txt" in message
    assert buttons == (WAIT, RUN, CANCEL)
    assert desk.saved == []


def test_a_user_who_saves_later_is_waited_for(tmp_path: Path) -> None:
    desk = Desk(tmp_path, choice=WAIT)

    async def work() -> CommandOutcome:
        await desk.change("a.txt")
        asyncio.get_running_loop().call_later(0.01, desk.editor.save, tmp_path / "a.txt")
        command = ShellCommand("make", tmp_path, timeout_s=1)
        return await desk.saving.run(command, lambda stream, text: None)

    assert asyncio.run(work()) == DONE


def test_a_user_who_never_saves_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    desk = Desk(tmp_path, choice=WAIT, save_s=0.02)
    assert "not saved within 0.02 s" in desk.run("a.txt").stderr


@pytest.mark.parametrize(("choice", "words"), [(RUN, "run the command anyway"), (None, "nobody")])
def test_a_command_that_runs_without_saving_says_so(
    tmp_path: Path, choice: str | None, words: str
) -> None:
    desk = Desk(tmp_path, choice=choice)
    assert words in desk.run("a.txt").stderr
    assert desk.on_disk("a.txt") == b"old\n"


def test_a_command_can_be_cancelled_instead(tmp_path: Path) -> None:
    desk = Desk(tmp_path, choice=CANCEL)
    with pytest.raises(ShellFault, match=r"cancelled .* 1 changed file is unsaved: a\.txt"):
        desk.run("a.txt")
    assert desk.shell.commands == []


@pytest.mark.parametrize(("choice", "content"), [(SAVE, b"old\nnew\n"), (RUN, b"old\n")])
def test_a_user_who_wants_to_be_asked_is_asked(tmp_path: Path, choice: str, content: bytes) -> None:
    desk = Desk(tmp_path, rich=True, mode="ask", choice=choice)
    desk.run("a.txt")
    assert desk.asked[0][1] == (SAVE, RUN, CANCEL)
    assert desk.on_disk("a.txt") == content


def test_a_user_who_never_wants_to_save_is_left_alone_but_the_model_is_told(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, rich=True, mode="never")
    assert "1 changed file is not saved, so" in desk.run("a.txt").stderr
    assert desk.saved == desk.asked == desk.waits == []


def test_an_untitled_document_is_no_obstacle(tmp_path: Path) -> None:
    desk = Desk(tmp_path, rich=True)
    assert desk.run("untitled:Untitled-1") == DONE
    assert desk.saved == []


def test_the_note_is_shown_with_the_output(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mode="never")
    shown: list[tuple[Stream, str]] = []

    async def work() -> None:
        await desk.change("a.txt")
        command = ShellCommand("make", tmp_path, timeout_s=1)
        await desk.saving.run(command, lambda stream, text: shown.append((stream, text)))

    asyncio.run(work())
    assert any("not saved" in text for stream, text in shown if stream is Stream.STDERR)
