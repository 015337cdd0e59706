"""What a question asks, in plain words: ``Run `pytest -q`?``, `Edit src/a.py (+1 -1)?`."""

from collections.abc import Mapping

from architect.domain.shell import RUN_COMMAND
from architect.l10n import english

_IN_BACKGROUND = " (in the background)"
_DELETES = " (deletes the file)"
_MOST_CHARS = 200

_QUESTIONS: Mapping[str, str] = {
    "write_file": english("Write {what}?"),
    "edit_file": english("Edit {what}?"),
    "apply_patch": english("Edit {what}?"),
    "delete_file": english("Delete {what}?"),
    "rename_symbol": english("Rename {what}?"),
    "read_file": english("Read {what}?"),
    "list_files": english("List {what}?"),
    "fetch_url": english("Fetch {what}?"),
    "remember": english("Remember {what}?"),
    "use_skill": english("Use the skill {what}?"),
    "dispatch_subagent": english("Send out {what}?"),
}
_DOINGS: Mapping[str, str] = {
    "write_file": english("writing files"),
    "edit_file": english("editing files"),
    "apply_patch": english("editing files by patches"),
    "delete_file": english("deleting files"),
    "rename_symbol": english("renaming symbols"),
}


def question_title(tool: str, summary: str) -> str:
    """The question about a call of `tool`, which is `summary` in a few words.

    Of a long one beginning and end stay: the host of an address, the name of a file.
    """
    said = _shortened(summary)
    if not said:
        return english("Call {tool}?", tool=tool)
    if tool == RUN_COMMAND:
        if said.endswith(_IN_BACKGROUND):
            line = said.removesuffix(_IN_BACKGROUND)
            return english("Run `{line}` (in the background)?", line=line)
        return english("Run `{line}`?", line=said)
    if tool == "apply_patch" and said.endswith(_DELETES):
        return english(_QUESTIONS["delete_file"], what=said.removesuffix(_DELETES))
    if tool in _QUESTIONS:
        return english(_QUESTIONS[tool], what=said)
    return english("Call {tool} {what}?", tool=tool, what=said)


def _shortened(text: str) -> str:
    half, said = _MOST_CHARS // 2, text.strip()
    if len(said) > _MOST_CHARS:
        return f"{said[:half]} ... {said[-half:]}"
    return text if said == text else said


def granted_words(grant: str) -> str:
    """What a grant allows, in words: `editing files`, or the beginning of a command as it is."""
    return _DOINGS.get(grant, repr(grant))
