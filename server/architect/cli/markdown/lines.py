"""Markdown as lines of a terminal, line by line as a reply arrives.

A line is looked at once, whatever follows, so that what is shown stays as it is.
"""

from architect.cli.markdown.fragments import Fragment
from architect.cli.markdown.spans import spans
from architect.lazy_pattern import lazy_pattern

_FENCE = lazy_pattern(r" {0,3}(`{3,}|~{3,})(.*)")
_HEADING = lazy_pattern(r" {0,3}#{1,6}[ \t]+(.*)")
_ITEM = lazy_pattern(r"( *)([-*+]|[0-9]{1,9}[.)])[ \t]+(.*)")
_TASK = lazy_pattern(r"\[([ xX])\][ \t]+(.*)")
_QUOTE = lazy_pattern(r" {0,3}>[ \t]?(.*)")
_RULE = lazy_pattern(r" {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*")
_MOST_CHARS = 20_000
"""Of a line that is looked at; a longer one is shown as it is."""


class MarkdownLines:
    """Knows of the lines so far what the next one depends on: whether they are in a code block."""

    def __init__(self) -> None:
        self._fence = ""

    @property
    def is_code(self) -> bool:
        """Whether the next line is code, which is never broken."""
        return bool(self._fence)

    def line(self, text: str) -> tuple[list[Fragment], str]:
        """A line as it is shown, and the margin of the rows that it may take after the first."""
        if len(text) > _MOST_CHARS:
            return [(text, "plain")], ""
        if fence := _FENCE.fullmatch(text):
            return self._fenced(text, fence[1], fence[2].strip())
        if self._fence:
            return [("    ", "plain"), (text, "code")], "    "
        if heading := _HEADING.fullmatch(text):
            return [(_bare(heading[1].rstrip(" \t#")), "heading")], ""
        if _RULE.fullmatch(text):
            return [("----", "dim")], ""
        if item := _ITEM.fullmatch(text):
            return _item(item[1], item[2], item[3])
        if quote := _QUOTE.fullmatch(text):
            return [("| ", "dim"), *spans(quote[1])], "| "
        return spans(text), " " * (len(text) - len(text.lstrip(" ")))

    def _fenced(self, text: str, marks: str, behind: str) -> tuple[list[Fragment], str]:
        if not self._fence:
            if marks[0] == "`" and "`" in behind:
                return spans(text), ""
            self._fence = marks
            return ([(f"    [{behind}]", "dim")] if behind else []), ""
        if marks[0] == self._fence[0] and len(marks) >= len(self._fence) and not behind:
            self._fence = ""
            return [], ""
        return [("    ", "plain"), (text, "code")], "    "


def _item(indent: str, mark: str, text: str) -> tuple[list[Fragment], str]:
    shown = mark if mark[0].isdigit() else "-"
    if task := _TASK.fullmatch(text):
        shown, text = f"{shown} [{'x' if task[1] in 'xX' else ' '}]", task[2]
    start = f"{indent}{shown} "
    return [(start, "plain"), *spans(text)], " " * len(start)


def _bare(text: str) -> str:
    return "".join(each for each, _ in spans(text))
