"""A user who types and a run that edits, in one document, with an editor of any temper."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.fake_editor import FakeEditor, Json

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.errors import StaleFileError, WorkspaceFault
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.text.positions import Encoding
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.editor_workspace import EditorWorkspace

Temper = Literal["honest", "claims", "null", "drops", "answers first", "whole texts"]

QUICK = EditTimeouts(reply_s=1, seen_s=0.01, calm_s=0.001)
LINE_ENDS = ("\n", "\r\n")


@dataclass(frozen=True)
class Edit:
    """The run changes line `line`; meanwhile the user adds a line of his own at `typed_at`."""

    line: int
    typed_at: int | None
    temper: Temper


EDITS = st.lists(
    st.builds(
        Edit,
        st.integers(0, 11),
        st.none() | st.integers(0, 20),
        st.sampled_from(["honest", "claims", "null", "drops", "answers first", "whole texts"]),
    ),
    min_size=1,
    max_size=6,
)


class Together:
    def __init__(self, folder: Path, ends: str, encoding: Encoding) -> None:
        self.ends = ends
        path = folder / "a.txt"
        path.write_bytes("".join(f"😀 é line {n};{ends}" for n in range(12)).encode())
        self.editor = FakeEditor(encoding=encoding)
        self.uri = self.editor.open(path)
        self.workspace = EditorWorkspace(
            DiskWorkspace(folder),
            self.editor.documents,
            self.editor,
            self.editor.features,
            timeouts=QUICK,
        )
        self.made: list[str] = []
        self.typed: list[str] = []

    @property
    def text(self) -> str:
        return self.editor.buffers[self.uri].text

    def user_types(self, line: int) -> None:
        lines = self.text.split(self.ends)
        self.typed.append(f"😀 typed {len(self.typed)};")
        lines.insert(line, self.typed[-1])
        self.editor.type(self.uri, self.ends.join(lines))

    async def make(self, edit: Edit, number: int) -> None:
        async def on_edit(asked: Json) -> Json | None:
            if edit.typed_at is not None:
                self.user_types(edit.typed_at)
            if edit.temper == "drops":
                return {"applied": True}
            if edit.temper == "answers first":
                asyncio.get_running_loop().call_soon(self.apply_unless_stale, asked)
                return {"applied": True}
            if edit.temper == "whole texts":
                return self.apply_telling_all(asked)
            answer = await self.editor.apply(asked)
            return {"honest": answer, "claims": {"applied": True}, "null": None}[edit.temper]

        self.editor.on_edit = on_edit
        path = self.workspace.locate("a.txt", Access.WRITE)
        before = await self.workspace.read(path)
        old = f"line {edit.line};"
        new = f"changed {number} 🎉;{self.ends}with a line more {number};"
        after = replace(before.document, text=before.document.text.replace(old, new))
        try:
            await self.workspace.apply(change_of(path, before, after))
        except StaleFileError:
            assert edit.typed_at is not None
        except WorkspaceFault:
            assert edit.temper == "drops"
        else:
            self.made += new.split(self.ends) if old in before.document.text else []

    def apply_unless_stale(self, asked: Json) -> None:
        (change,) = asked["documentChanges"]
        buffer = self.editor.buffers[self.uri]
        if change["textDocument"]["version"] == buffer.version:
            self.editor.make(buffer, change["edits"])

    def apply_telling_all(self, asked: Json) -> Json:
        (change,) = asked["documentChanges"]
        buffer = self.editor.buffers[self.uri]
        if change["textDocument"]["version"] != buffer.version:
            return {"applied": False}
        self.editor.type(self.uri, self.editor.made(buffer.text, change["edits"])[1])
        return {"applied": True}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EDITS, st.sampled_from(LINE_ENDS), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_nobodys_text_is_lost_and_nothing_is_made_twice(
    tmp_path: Path, edits: Sequence[Edit], ends: str, encoding: Encoding
) -> None:
    together = Together(tmp_path, ends, encoding)

    async def work() -> None:
        for number, edit in enumerate(edits):
            await together.make(edit, number)

    asyncio.run(work())
    document = together.editor.documents.get(together.uri)
    assert document is not None
    assert document.text == together.text
    for line in [*together.typed, *together.made]:
        assert together.text.count(line) == 1
    assert together.text.count("changed ") == sum("changed" in line for line in together.made)
