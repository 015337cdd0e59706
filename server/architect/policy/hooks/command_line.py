"""The placeholder `{file}` in the command line of a hook.

The name of a file is chosen by the model, or by whoever wrote the repository. It never becomes part
of the line: the shell reads it from a variable, so nothing in it is ever taken for shell code.
"""

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

FILE_VARIABLE = "ARCHITECT_FILE_PATH"

_FILE = r"(?<!\$)\{file\}"  # ${file} is a variable of the shell
_PLACEHOLDER = lazy_pattern(rf"""(?P<quote>["']?){_FILE}(?P=quote)""")
_HERE_DOCUMENT = lazy_pattern(r"(?<!<)<<(?!<)")


def names_the_file(line: str) -> bool:
    return _PLACEHOLDER.search(line) is not None


def with_file(line: str) -> str:
    """`line` with each `{file}`, in quotes or not, as one word that is the name of the file."""
    return _PLACEHOLDER.sub(f'"${FILE_VARIABLE}"', line)


def misplaced_file(line: str) -> str | None:
    """Why `{file}` cannot stand where it does; None if it can.

    Inside a longer text in quotes, or a here-document, the name would be cut into words, or read as
    code by a shell further in.
    """
    if not names_the_file(line):
        return None
    advice = english("let it stand alone, or write ${name} instead", name=FILE_VARIABLE)
    if _HERE_DOCUMENT.search(line):
        return english(
            "{{file}} cannot be used together with a here-document: {advice}", advice=advice
        )
    if names_the_file(_quoted(_PLACEHOLDER.sub("{file}", line))):
        return english(
            "{{file}} cannot stand inside a longer text in quotes: {advice}", advice=advice
        )
    return None


def _quoted(line: str) -> str:
    """The parts of `line` that stand in quotes of any kind."""
    parts: list[str] = []
    quote, escaped = "", False
    for character in line:
        if escaped:
            escaped = False
        elif character == "\\" and quote != "'":
            escaped = True
        elif character == quote:
            quote = ""
            continue
        elif not quote and character in "\"'`":
            quote = character
            continue
        if quote:
            parts.append(character)
    return "".join(parts)
