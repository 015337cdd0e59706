"""What a question asks, in plain words: ``Run `pytest -q`?``, `Edit src/a.py (+1 -1)?`."""

from collections.abc import Mapping

from architect.domain.shell import RUN_COMMAND

_IN_BACKGROUND = " (in the background)"
_DELETES = " (deletes the file)"
_MOST_CHARS = 200

_VERBS: Mapping[str, str] = {
    "write_file": "Write",
    "edit_file": "Edit",
    "apply_patch": "Edit",
    "delete_file": "Delete",
    "rename_symbol": "Rename",
    "read_file": "Read",
    "list_files": "List",
    "fetch_url": "Fetch",
    "remember": "Remember",
    "use_skill": "Use the skill",
    "dispatch_subagent": "Send out",
}
_DOINGS: Mapping[str, str] = {
    "write_file": "writing files",
    "edit_file": "editing files",
    "apply_patch": "editing files by patches",
    "delete_file": "deleting files",
    "rename_symbol": "renaming symbols",
}


def question_title(tool: str, summary: str) -> str:
    """The question about a call of `tool`, which is `summary` in a few words.

    Of a long one beginning and end stay: the host of an address, the name of a file.
    """
    said = _shortened(summary.strip())
    if not said:
        return f"Call {tool}?"
    if tool == RUN_COMMAND:
        line = said.removesuffix(_IN_BACKGROUND)
        return f"Run `{line}`{said[len(line) :]}?"
    if tool == "apply_patch" and said.endswith(_DELETES):
        return f"Delete {said.removesuffix(_DELETES)}?"
    return f"{_VERBS.get(tool, f'Call {tool}')} {said}?"


def _shortened(text: str) -> str:
    half = _MOST_CHARS // 2
    return text if len(text) <= _MOST_CHARS else f"{text[:half]} ... {text[-half:]}"


def granted_words(grant: str) -> str:
    """What a grant allows, in words: `editing files`, or the beginning of a command as it is."""
    return _DOINGS.get(grant, repr(grant))
