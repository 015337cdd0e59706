"""One change of an open document, with editors that do what editors do."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.fake_editor import FakeEditor, Json

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.errors import EditRefusedError, StaleFileError, WorkspaceFault
from architect.domain.files.uris import uri_of
from architect.domain.ids import RunId
from architect.domain.paths import Access
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.text.diff import change_of
from architect.domain.text.document import FileChange
from architect.domain.text.positions import Encoding
from architect.domain.tool_result import ToolResult
from architect.jsonrpc.client import ClientGoneError, ClientRefusedError
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.edit_transaction import EditTransaction
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.testing.fake_shell import FakeShell
from architect.tools.context import ToolContext
from architect.tools.edit_file import EditFile, EditFileArgs

BEFORE = "".join(f"line {number}\n" for number in range(1, 31))
AFTER = BEFORE.replace("line 3\n", "three 😀\n").replace("line 20\n", "twenty\nand more\n")

IMPATIENT = EditTimeouts(reply_s=0.05, seen_s=0.02, calm_s=0.02)
"""For editors that never do what is waited for."""

PATIENT = EditTimeouts(reply_s=60, seen_s=60, calm_s=60)
"""For those that do it; nothing waits to the end."""

EditAnswer = Callable[[Json], Awaitable[Any]]


class NoSearch:
    async def search(self, query: SearchQuery) -> SearchResult:
        raise NotImplementedError


class Desk:
    """A workspace with `a.txt` open in an editor."""

    def __init__(
        self,
        folder: Path,
        *,
        text: str = BEFORE,
        timeouts: EditTimeouts = PATIENT,
        editor: FakeEditor | None = None,
    ) -> None:
        self.path = folder / "a.txt"
        self.path.write_bytes(text.encode())
        self.editor = editor or FakeEditor()
        self.uri = self.editor.open(self.path)
        self.workspace = EditorWorkspace(
            DiskWorkspace(folder),
            self.editor.documents,
            self.editor,
            self.editor.features,
            timeouts=timeouts,
        )

    @property
    def text(self) -> str:
        return self.editor.text(self.path)

    async def planned(self, text: str | None) -> FileChange:
        path = self.workspace.locate("a.txt", Access.WRITE)
        before = await self.workspace.read(path)
        return change_of(
            path, before, None if text is None else replace(before.document, text=text)
        )

    def change_to(self, text: str | None = AFTER) -> None:
        async def change() -> None:
            tasks = len(asyncio.all_tasks())
            try:
                await self.workspace.apply(await self.planned(text))
            finally:
                assert len(asyncio.all_tasks()) == tasks

        asyncio.run(change())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_change_arrives_in_every_encoding_and_with_all_line_ends(
    tmp_path: Path, encoding: Encoding, ends: str
) -> None:
    before = "é😀\u2028 one\n\x0ctwo\nthree".replace("\n", ends)
    after = "é😀\u2028 ONE 🎉\n\x0ctwo\nTHREE\n".replace("\n", ends)
    desk = Desk(tmp_path, text=before, editor=FakeEditor(encoding=encoding))
    desk.change_to(after)
    assert desk.text == after
    assert desk.path.read_bytes() == before.encode()


def test_one_edit_is_sent_for_the_version_at_hand_with_the_changed_lines_only(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path)
    desk.editor.type(desk.uri, BEFORE)
    desk.change_to()
    assert desk.editor.requests == [
        (
            "workspace/applyEdit",
            {
                "label": "architect: edit a.txt",
                "edit": {
                    "documentChanges": [
                        {
                            "textDocument": {"uri": desk.uri, "version": 2},
                            "edits": [
                                {
                                    "range": {
                                        "start": {"line": 2, "character": 0},
                                        "end": {"line": 3, "character": 0},
                                    },
                                    "newText": "three 😀\n",
                                },
                                {
                                    "range": {
                                        "start": {"line": 19, "character": 0},
                                        "end": {"line": 20, "character": 0},
                                    },
                                    "newText": "twenty\nand more\n",
                                },
                            ],
                        }
                    ]
                },
            },
        )
    ]


def test_an_editor_without_document_changes_gets_the_older_form(tmp_path: Path) -> None:
    desk = Desk(tmp_path, editor=FakeEditor(document_changes=False, resource_operations=()))
    desk.change_to()
    assert list(desk.editor.edits[0]) == ["changes"]
    assert desk.text == AFTER


def test_an_editor_that_knows_resource_operations_gets_versions(tmp_path: Path) -> None:
    desk = Desk(tmp_path, editor=FakeEditor(document_changes=False))
    desk.change_to()
    assert list(desk.editor.edits[0]) == ["documentChanges"]


def test_the_editor_is_called_by_its_own_spelling_of_the_document(tmp_path: Path) -> None:
    place = tmp_path / "ä b.txt"
    place.write_bytes(b"old\n")
    editor = FakeEditor()
    uri = uri_of(place).replace("file:///", "file:///").replace("%20", " ")
    editor.open_uri(uri, "old\n")
    workspace = EditorWorkspace(DiskWorkspace(tmp_path), editor.documents, editor, editor.features)

    async def change() -> None:
        path = workspace.locate("ä b.txt", Access.WRITE)
        before = await workspace.read(path)
        await workspace.apply(change_of(path, before, replace(before.document, text="new\n")))

    asyncio.run(change())
    assert editor.buffers[uri].text == "new\n"


def test_a_file_that_is_open_by_the_name_of_a_link_is_changed_there(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_bytes(b"old\n")
    (tmp_path / "a.txt").symlink_to("real.txt")
    editor = FakeEditor()
    uri = editor.open(tmp_path / "a.txt")
    workspace = EditorWorkspace(DiskWorkspace(tmp_path), editor.documents, editor, editor.features)

    async def change() -> None:
        path = workspace.locate("real.txt", Access.WRITE)
        before = await workspace.read(path)
        await workspace.apply(change_of(path, before, replace(before.document, text="new\n")))

    asyncio.run(change())
    assert editor.buffers[uri].text == "new\n"
    assert (tmp_path / "real.txt").read_bytes() == b"old\n"


def test_a_byte_order_mark_that_the_editor_shows_stays(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.editor.type(desk.uri, "\ufeffone\ntwo\n")
    desk.change_to("ONE\ntwo\n")
    assert desk.text == "\ufeffONE\ntwo\n"


def test_nothing_is_asked_where_nothing_changes(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.change_to(BEFORE)
    assert desk.editor.requests == []


def changing_then(answer: Any) -> Callable[[FakeEditor], EditAnswer]:
    """Makes the change and answers whatever."""

    def made(editor: FakeEditor) -> EditAnswer:
        async def on_edit(edit: Json) -> Any:
            await editor.apply(edit)
            if isinstance(answer, Exception):
                raise answer
            return answer

        return on_edit

    return made


def silent(editor: FakeEditor) -> EditAnswer:
    async def on_edit(edit: Json) -> None:
        await editor.apply(edit)
        await asyncio.Event().wait()

    return on_edit


def answering_first(editor: FakeEditor) -> EditAnswer:
    async def on_edit(edit: Json) -> Json:
        loop = asyncio.get_running_loop()
        loop.call_later(0.02, lambda: loop.create_task(editor.apply(edit)))
        return {"applied": True}

    return on_edit


def hunk_by_hunk(editor: FakeEditor) -> EditAnswer:
    """Tells the change in several messages, with turns of the loop between them."""

    async def on_edit(edit: Json) -> Json:
        for change in edit["documentChanges"]:
            for hunk in reversed(change["edits"]):
                editor.make(editor.buffers[change["textDocument"]["uri"]], [hunk])
                await asyncio.sleep(0)
        return {"applied": True}

    return on_edit


def telling_whole_texts(editor: FakeEditor) -> EditAnswer:
    async def on_edit(edit: Json) -> Json:
        (change,) = edit["documentChanges"]
        uri = change["textDocument"]["uri"]
        editor.type(uri, editor.made(editor.buffers[uri].text, change["edits"])[1])
        return {"applied": True}

    return on_edit


ODD_BUT_RIGHT = {
    "null": changing_then(None),
    "an empty object": changing_then({}),
    "a text": changing_then("yes"),
    "no": changing_then({"applied": False, "failureReason": "no idea"}),
    "an error": changing_then(ClientRefusedError(-32603, "boom")),
    "gone": changing_then(ClientGoneError("closed")),
    "the answer first": answering_first,
    "hunk by hunk": hunk_by_hunk,
    "whole texts": telling_whole_texts,
}


@pytest.mark.parametrize("habit", ODD_BUT_RIGHT.values(), ids=ODD_BUT_RIGHT)
def test_a_change_that_was_seen_is_made_whatever_the_editor_answers(
    tmp_path: Path, habit: Callable[[FakeEditor], EditAnswer]
) -> None:
    desk = Desk(tmp_path)
    desk.editor.on_edit = habit(desk.editor)
    desk.change_to()
    assert desk.text == AFTER
    assert len(desk.editor.edits) == 1


def test_an_editor_that_never_answers_but_makes_the_change_is_not_waited_for(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, timeouts=EditTimeouts(reply_s=60, seen_s=0.02, calm_s=60))
    desk.editor.on_edit = silent(desk.editor)
    desk.change_to()
    assert desk.text == AFTER


def formatted(editor: FakeEditor, *, in_one_message: bool) -> EditAnswer:
    async def on_edit(edit: Json) -> Json:
        (change,) = edit["documentChanges"]
        buffer = editor.buffers[change["textDocument"]["uri"]]
        changes, text = editor.made(buffer.text, change["edits"])
        start = {"line": 0, "character": 0}
        formatting = {"range": {"start": start, "end": start}, "text": "# formatted\n"}
        result = text.replace("twenty", "20").replace("three", "3")
        both = [*changes, formatting]
        if in_one_message:
            editor.tell(buffer.uri, both, "# formatted\n" + text)
        else:
            editor.tell(buffer.uri, changes, text)
            editor.type(buffer.uri, result)
        return {"applied": True}

    return on_edit


@pytest.mark.parametrize("in_one_message", [True, False])
def test_a_formatter_that_changes_the_text_at_once_is_tolerated(
    tmp_path: Path, in_one_message: bool
) -> None:
    desk = Desk(tmp_path)
    desk.editor.on_edit = formatted(desk.editor, in_one_message=in_one_message)
    desk.change_to()
    assert desk.text != AFTER
    assert len(desk.editor.edits) == 1


def test_an_editor_that_uses_its_own_line_ends_is_believed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, text="a\r\nb\r\n")

    async def on_edit(edit: Json) -> Json:
        desk.editor.type(desk.uri, "a\r\nb\r\nc\r\n")
        return {"applied": True}

    desk.editor.on_edit = on_edit
    desk.change_to("a\r\nb\r\nc\n")


def test_a_final_line_end_that_only_writing_will_add_is_no_failure(tmp_path: Path) -> None:
    desk = Desk(tmp_path, text="a\nb", timeouts=IMPATIENT)

    async def on_edit(edit: Json) -> Json:
        return {"applied": True}

    desk.editor.on_edit = on_edit
    desk.change_to("a\nb\n")
    assert len(desk.editor.edits) == 1


def answering(answer: Any) -> Callable[[FakeEditor], EditAnswer]:
    """Drops every edit."""

    def made(_editor: FakeEditor) -> EditAnswer:
        async def on_edit(_edit: Json) -> Any:
            if isinstance(answer, Exception):
                raise answer
            return answer

        return on_edit

    return made


DROPPING = {
    "claims": (answering({"applied": True}), "it reported success"),
    "refuses": (answering({"applied": False}), "refused without a reason"),
    "says why": (answering({"applied": False, "failureReason": "read-only"}), "read-only"),
    "null": (answering(None), "did not say"),
    "nonsense": (answering([1]), "did not say"),
    "error": (answering(ClientRefusedError(-32603, "boom")), "boom"),
}


@pytest.mark.parametrize(("habit", "words"), DROPPING.values(), ids=DROPPING)
def test_an_edit_that_is_dropped_is_tried_three_times_and_then_reported(
    tmp_path: Path, habit: Callable[[FakeEditor], EditAnswer], words: str
) -> None:
    desk = Desk(tmp_path, timeouts=IMPATIENT)
    desk.editor.on_edit = habit(desk.editor)
    with pytest.raises(WorkspaceFault, match=rf"3 times to change 'a\.txt'.*{words}"):
        desk.change_to()
    assert len(desk.editor.edits) == 3
    assert desk.text == BEFORE


def test_an_edit_for_no_version_is_not_tried_again(tmp_path: Path) -> None:
    editor = FakeEditor(document_changes=False, resource_operations=())
    desk = Desk(tmp_path, timeouts=IMPATIENT, editor=editor)
    editor.on_edit = answering({"applied": True})(editor)
    with pytest.raises(WorkspaceFault, match="asked once"):
        desk.change_to()
    assert len(editor.edits) == 1


def test_an_edit_that_is_dropped_once_arrives_the_second_time(tmp_path: Path) -> None:
    desk = Desk(tmp_path, timeouts=replace(PATIENT, seen_s=0.02))

    async def on_edit(edit: Json) -> Any:
        return {"applied": True} if len(desk.editor.edits) == 1 else await desk.editor.apply(edit)

    desk.editor.on_edit = on_edit
    desk.change_to()
    assert desk.text == AFTER
    assert len(desk.editor.edits) == 2


@pytest.mark.parametrize("answer", [None, ClientGoneError("closed")])
def test_an_editor_without_an_answer_is_not_asked_again(
    tmp_path: Path, answer: Exception | None
) -> None:
    desk = Desk(tmp_path, timeouts=IMPATIENT)

    async def on_edit(_edit: Json) -> None:
        if answer:
            raise answer
        await asyncio.Event().wait()

    desk.editor.on_edit = on_edit
    with pytest.raises(WorkspaceFault, match=r"not changed 'a\.txt'.*read the file before"):
        desk.change_to()
    assert len(desk.editor.edits) == 1


TYPED = BEFORE.replace("line 10\n", "line 10 and the user\n")


@pytest.mark.parametrize("lies", [True, False])
def test_an_edit_that_came_too_late_because_the_user_typed_is_stale(
    tmp_path: Path, lies: bool
) -> None:
    desk = Desk(tmp_path, timeouts=replace(PATIENT, calm_s=0.02))

    async def on_edit(edit: Json) -> Json:
        desk.editor.type(desk.uri, TYPED)
        answer = await desk.editor.apply(edit)
        return {"applied": True} if lies else answer

    desk.editor.on_edit = on_edit
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        desk.change_to()
    assert desk.text == TYPED


def test_what_the_user_typed_may_be_told_after_the_claim(tmp_path: Path) -> None:
    desk = Desk(tmp_path, timeouts=replace(PATIENT, calm_s=0.02))

    async def on_edit(_edit: Json) -> Json:
        asyncio.get_running_loop().call_later(0.02, desk.editor.type, desk.uri, TYPED)
        return {"applied": True}

    desk.editor.on_edit = on_edit
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        desk.change_to()
    assert len(desk.editor.edits) == 1


def test_what_the_user_types_between_planning_and_applying_makes_the_change_stale(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path)

    async def change() -> None:
        planned = await desk.planned(AFTER)
        desk.editor.type(desk.uri, TYPED)
        await desk.workspace.apply(planned)

    with pytest.raises(StaleFileError, match=r"a\.txt"):
        asyncio.run(change())
    assert desk.editor.requests == []


def test_a_document_that_is_no_longer_the_one_at_hand_is_not_written_over(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    editor = desk.editor
    edits = EditTransaction(editor.documents, editor, editor.features, timeouts=PATIENT)
    old = editor.documents.get(desk.uri)
    assert old is not None
    editor.type(desk.uri, TYPED)
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        asyncio.run(edits.replace_text(old, AFTER, shown_as="a.txt"))
    assert editor.requests == []


def test_an_edit_that_an_editor_makes_beside_what_the_user_typed_has_landed(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, timeouts=IMPATIENT)

    async def on_edit(edit: Json) -> Json:
        (change,) = edit["documentChanges"]
        _, text = desk.editor.made(TYPED, change["edits"])
        desk.editor.type(desk.uri, text)
        return {"applied": True}

    desk.editor.on_edit = on_edit
    desk.change_to()
    assert "and the user" in desk.text
    assert "twenty" in desk.text


def only_the_first_hunk(editor: FakeEditor) -> EditAnswer:
    async def on_edit(edit: Json) -> Json:
        (change,) = edit["documentChanges"]
        editor.make(editor.buffers[change["textDocument"]["uri"]], change["edits"][:1])
        return {"applied": True}

    return on_edit


def in_the_wrong_place(editor: FakeEditor) -> EditAnswer:
    """The user adds a line on top, and the edit is made where its lines were before."""

    async def on_edit(edit: Json) -> Json:
        (change,) = edit["documentChanges"]
        uri = change["textDocument"]["uri"]
        editor.type(uri, "on top\n" + BEFORE)
        editor.make(editor.buffers[uri], change["edits"])
        return {"applied": True}

    return on_edit


@pytest.mark.parametrize("habit", [only_the_first_hunk, in_the_wrong_place])
def test_an_edit_that_was_made_in_another_way_is_a_conflict_that_is_left_alone(
    tmp_path: Path, habit: Callable[[FakeEditor], EditAnswer]
) -> None:
    desk = Desk(tmp_path, timeouts=IMPATIENT)
    desk.editor.on_edit = habit(desk.editor)
    with pytest.raises(WorkspaceFault, match=r"conflict in 'a\.txt'") as caught:
        desk.change_to()
    assert not isinstance(caught.value, StaleFileError)
    assert len(desk.editor.edits) == 1
    ((method, params),) = desk.editor.notifications
    assert method == "window/showMessage"
    assert "conflict in 'a.txt'" in params["message"]


def test_a_document_that_is_closed_during_the_edit_is_stale(tmp_path: Path) -> None:
    desk = Desk(tmp_path)

    async def on_edit(_edit: Json) -> Json:
        desk.editor.close(desk.uri)
        return {"applied": False}

    desk.editor.on_edit = on_edit
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        desk.change_to()
    assert desk.path.read_bytes() == BEFORE.encode()


def test_an_edit_that_is_closed_as_soon_as_it_was_made_has_landed(tmp_path: Path) -> None:
    desk = Desk(tmp_path)

    async def on_edit(edit: Json) -> Json:
        answer = await desk.editor.apply(edit)
        desk.editor.close(desk.uri)
        return answer

    desk.editor.on_edit = on_edit
    desk.change_to()


def test_a_change_of_another_document_is_not_taken_for_ours(tmp_path: Path) -> None:
    desk = Desk(tmp_path, timeouts=IMPATIENT)
    other = desk.editor.open_uri("untitled:Untitled-1", "")

    async def on_edit(_edit: Json) -> Json:
        desk.editor.type(other, AFTER)
        return {"applied": True}

    desk.editor.on_edit = on_edit
    with pytest.raises(WorkspaceFault, match="reported no change"):
        desk.change_to()


def test_a_cancelled_edit_leaves_no_task_behind(tmp_path: Path) -> None:
    desk = Desk(tmp_path)

    async def cancel() -> None:
        asked = asyncio.Event()

        async def on_edit(_edit: Json) -> None:
            asked.set()
            await asyncio.Event().wait()

        desk.editor.on_edit = on_edit
        work = asyncio.ensure_future(desk.workspace.apply(await desk.planned(AFTER)))
        await asked.wait()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(cancel())


def edit(desk: Desk, old: str, new: str) -> ToolResult:
    """The tool over the workspace."""
    context = ToolContext(
        desk.workspace,
        NoSearch(),
        FakeShell(),
        on_output=lambda _stream, _text: None,
        run_id=RunId("20260102-030405-abcdef.1"),
        report=lambda _finding: True,
    )
    args = EditFileArgs(path="a.txt", old_str=old, new_str=new)
    return asyncio.run(EditFile().run(args, context))


def test_a_tool_finds_its_place_again_after_the_user_typed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, timeouts=replace(PATIENT, calm_s=0.02))

    async def on_edit(edit: Json) -> Json:
        if len(desk.editor.edits) == 1:
            desk.editor.type(desk.uri, "on top\n" + TYPED)
        return await desk.editor.apply(edit)

    desk.editor.on_edit = on_edit
    assert edit(desk, "line 20\n", "twenty\n").success
    assert desk.text == "on top\n" + TYPED.replace("line 20\n", "twenty\n")


def test_a_tool_says_so_when_the_user_took_its_place_away(tmp_path: Path) -> None:
    desk = Desk(tmp_path, timeouts=replace(PATIENT, calm_s=0.02))

    async def on_edit(edit: Json) -> Json:
        desk.editor.type(desk.uri, BEFORE.replace("line 20\n", ""))
        return await desk.editor.apply(edit)

    desk.editor.on_edit = on_edit
    with pytest.raises(EditRefusedError, match=r"a\.txt"):
        edit(desk, "line 20\n", "twenty\n")
    assert desk.text == BEFORE.replace("line 20\n", "")


def test_a_large_document_is_changed_too(tmp_path: Path) -> None:
    text = "".join(f"line {number}\n" for number in range(200_000))
    desk = Desk(tmp_path, text=text)
    desk.change_to(text.replace("line 150000\n", "changed\n"))
    assert "changed\n" in desk.text
    (change,) = desk.editor.edits[0]["documentChanges"]
    assert len(change["edits"]) == 1
