"""The store has what the editor has, through the real messages."""

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.lsp_client import EGLOT, HELIX, NEOVIM, VSCODE, EditorClient, editor, framed
from tests.support.reference_editor import ReferenceEditor, units_of

from architect.domain.text.positions import Encoding, LineEnds, Range

URI = "untitled:Untitled-1"
SERVER = (sys.executable, str(Path(__file__).parents[1] / "support" / "document_server.py"))
PARTS = [
    *(
        "word ",
        "é",
        "e\u0301",
        "漢",
        "😀",
        "\0",
        "\x0b",
        "\x0c",
        "\x1c",
        "\x85",
        "\u2028",
        "\u2029",
    ),
    *("\ufeff", "\ud83d", "\t", '"', "\\", "\n", "\n", "\n", "\r\n", "\r\n", "\r"),
]
LOW_HALF = "\udfff"
"""For UTF-16 only: behind the high one its escape would be read as one character with it."""
EDITS = 400
MANY = 80
"""Changes of one message; from 64 on they are made another way."""


def notify(client: EditorClient, method: str, params: Any) -> None:
    """With escapes for all that is not ASCII, which can carry a lone surrogate."""
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    client.send_raw(framed(json.dumps(message).encode("ascii")))


async def mirrored(client: EditorClient) -> str:
    return "".join(map(chr, await client.request("test/documents", {"uri": URI})))


def some_text(encoding: Encoding, chance: random.Random, length: int) -> str:
    parts = [*PARTS, LOW_HALF] if encoding == "utf-16" else PARTS
    return "".join(chance.choices(parts, k=length))


def content_change(reference: ReferenceEditor, chance: random.Random) -> dict[str, Any]:
    """An edit of the reference at a place that need not exist, as the editor tells it."""
    lines = len(reference.lines)
    first = chance.randrange(lines + 2)
    last = first + chance.choice([0, 0, 0, 1, 2])
    start, end = sorted(reference.place(line, chance.randrange(20)) for line in (first, last))
    text = some_text(reference.encoding, chance, chance.randrange(6))
    reference.edit(Range(start, end), text)
    places = {
        name: {"line": position.line, "character": position.character}
        for name, position in (("start", start), ("end", end))
    }
    return {"range": places, "text": text}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("like", "encoding", "line_ends"),
    [
        (NEOVIM, "utf-8", "lf"),
        (HELIX, "utf-8", "lf"),
        (EGLOT, "utf-32", "lf"),
        (VSCODE, "utf-16", "any"),
    ],
)
def test_the_mirror_follows_any_edits(
    tmp_path: Path, like: str, encoding: Encoding, line_ends: LineEnds, seed: int
) -> None:
    async def play() -> None:
        chance = random.Random(seed)
        text = some_text(encoding, chance, 200)
        reference = ReferenceEditor(text, encoding, line_ends)
        async with editor(tmp_path, like=like, encoding=encoding, command=SERVER) as client:
            item = {"uri": URI, "languageId": "plaintext", "version": 0, "text": text}
            notify(client, "textDocument/didOpen", {"textDocument": item})
            for version in range(1, EDITS):
                [count] = chance.choices([1, 2, 3, MANY], [60, 20, 20, 2])
                changes = [content_change(reference, chance) for _ in range(count)]
                document = {"uri": URI, "version": version}
                params = {"textDocument": document, "contentChanges": changes}
                notify(client, "textDocument/didChange", params)
                if version % 8 == 0:
                    assert units_of(await mirrored(client), encoding) == reference.units

    asyncio.run(play())
