"""The form of patches that codex has its models write, for one file.

https://github.com/openai/codex/blob/main/codex-rs/apply-patch/apply_patch_tool_instructions.md
"""

from collections.abc import Sequence
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.file_header import refuse_if_more_than_text
from architect.domain.text.patch.hunk import FilePatch, Hunk, PatchLine
from architect.domain.text.patch.hunks import BrokenHunkError, HunkReader
from architect.lazy_pattern import lazy_pattern

_BEGIN = lazy_pattern(r"\s*\*\*\* Begin Patch\s*$")
_END = lazy_pattern(r"\s*\*\*\* End Patch\s*$")
_FILE = lazy_pattern(r"\s*\*\*\* (Add|Update|Delete) File:(.*)")
_END_OF_FILE = lazy_pattern(r"\*\*\* End of File\s*$")
_ENVELOPE = lazy_pattern(r"\s*\*\*\* ")


def is_codex_form(lines: Sequence[str]) -> bool:
    """Whether its envelope, or the header of a file in it, stands before the first hunk."""
    for line in lines:
        if _BEGIN.match(line) or _FILE.match(line):
            return True
        if line.startswith("@@"):
            return False
    return False


def parse_codex_form(lines: Sequence[str]) -> list[FilePatch]:
    """What is to be done, in order.

    Raises:
        BrokenHunkError: the lines cannot be told apart.
        EditRefusedError: nothing is to be done, or something unknown.
    """
    begin = next((i + 1 for i, line in enumerate(lines) if _BEGIN.match(line)), 0)
    end = next((i for i, line in enumerate(lines) if i >= begin and _END.match(line)), None)
    is_cut_off = begin > 0 and end is None
    lines = lines[begin : len(lines) if end is None else end]
    starts = [i for i, line in enumerate(lines) if _FILE.match(line)]
    between = [*lines[: starts[0]]] if starts else [*lines]
    unknown = next((line for line in between if begin and line.strip()), None)
    if unknown is not None or not starts:
        raise EditRefusedError(
            f"{(unknown or '')[:80]!r} is no header of a file in the patch: it has to be "
            "'*** Update File: PATH', '*** Add File: PATH' or '*** Delete File: PATH'"
        )
    ends = [*starts[1:], len(lines)]
    parts = [_part(lines[start:stop]) for start, stop in zip(starts, ends, strict=True)]
    if is_cut_off:
        raise BrokenHunkError("the patch seems cut off: '*** End Patch' does not follow")
    return parts


def _part(lines: Sequence[str]) -> FilePatch:
    header = _FILE.match(lines[0])
    assert header is not None
    action, name = header[1], header[2].strip()
    end = len(lines)
    while end > 1 and not lines[end - 1].strip():
        end -= 1
    body = lines[1:end]
    match action:
        case "Add":
            return FilePatch(
                _whole_file(body), name=name, names=(name,), creates=True, whole_lines=True
            )
        case "Delete":
            _refuse_rest(body)
            return FilePatch((), name=name, names=(name,), deletes=True, whole_lines=True)
        case _:
            return _update(name, body)


def _whole_file(body: Sequence[str]) -> tuple[Hunk, ...]:
    """The lines of a new file as one hunk; none for an empty file."""
    for line in body:
        if not line.startswith("+"):
            raise BrokenHunkError(
                f"{line[:80]!r} stands in a file to be added: begin each of its lines with '+'"
            )
    added = tuple(PatchLine("+", f"{line[1:]}\n") for line in body)
    return (Hunk(1, 0, 0, 1, len(added), added),) if added else ()


def _refuse_rest(body: Sequence[str]) -> None:
    for line in body:
        if line.strip():
            raise EditRefusedError(f"{line[:80]!r} stands behind '*** Delete File:'")


def _update(name: str, body: Sequence[str]) -> FilePatch:
    for line in body[:1]:
        refuse_if_more_than_text(line.strip())
    if body and not body[0].startswith("@@"):
        body = ["@@", *body]
    if not body:
        raise EditRefusedError("the patch has no hunks: '*** Update File:' has no lines below it")
    reader = HunkReader(body)
    at = 0
    while at < len(body):
        line = body[at]
        if line.startswith("@@"):
            at = reader.read_hunk(at)
        elif _END_OF_FILE.match(line) and reader.hunks:
            reader.hunks[-1] = replace(reader.hunks[-1], at_end=True)
            at += 1
        elif not line.strip():
            at += 1
        elif _ENVELOPE.match(line):
            raise EditRefusedError(f"{line.strip()[:80]!r} is no part of a patch")
        else:
            raise BrokenHunkError(
                f"{line[:80]!r} ended the hunk before it: begin every line of a hunk with ' ', '-' "
                "or '+'"
            )
    notes = tuple(note for note in reader.notes if not note.endswith("placed by its text"))
    return FilePatch(
        tuple(map(_at_its_end, reader.hunks)),
        name=name,
        names=(name,),
        whole_lines=True,
        notes=notes,
    )


def _at_its_end(hunk: Hunk) -> Hunk:
    """A hunk that only adds lines and does not say where goes to the end of the file."""
    return hunk if hunk.old or hunk.anchors else replace(hunk, at_end=True)
