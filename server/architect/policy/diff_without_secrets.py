"""A diff by git without the files that hold secrets."""

from collections.abc import Iterator

from architect.domain.text.diff_sections import names, sections
from architect.policy.file_rules import FileRules

LEFT_OUT = "[left out: this file may hold secrets]"


def diff_without_secrets(diff: str, rules: FileRules) -> str:
    """`diff` without what it says of files that `rules` match, which are only named."""
    return "".join(_shown(section, rules) for section in sections(diff))


def _shown(section: str, rules: FileRules) -> str:
    if any(rules.match(_endings(name)) is not None for name in names(section)):
        header = section.partition("\n")[0]
        return f"{header}\n{LEFT_OUT}\n"
    return section


def _endings(name: str) -> Iterator[str]:
    """`name`, and what it is below each of its folders, of which the first may be a mere prefix."""
    while name:
        yield name
        name = name.partition("/")[2]
