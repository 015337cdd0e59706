"""The formats of reports, and which one the ending of a file means."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Literal, cast, get_args

from architect.app.reports.report import Report

Format = Literal["json", "markdown", "github", "html", "sarif", "junit"]

_ENDINGS: dict[str, Format] = {
    ".json": "json",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".sarif": "sarif",
    ".xml": "junit",
}


def format_of(file: PurePath) -> Format | None:
    """The format that the ending of a name means; `.sarif.json` is SARIF, too."""
    if file.name.lower().endswith(".sarif.json"):
        return "sarif"
    return _ENDINGS.get(file.suffix.lower())


def rendered(report: Report, wanted: str) -> str:
    """`report` in the format `wanted`, one of `Format`."""
    assert wanted in get_args(Format), wanted
    return _renderer(cast(Format, wanted))(report)


def _renderer(wanted: Format) -> Callable[[Report], str]:
    match wanted:
        case "json":
            from architect.app.reports.json_format import as_json

            return as_json
        case "markdown":
            from architect.app.reports.markdown import as_markdown

            return as_markdown
        case "github":
            from architect.app.reports.comment import as_comment

            return as_comment
        case "html":
            from architect.app.reports.html import as_html

            return as_html
        case "sarif":
            from architect.app.reports.sarif import as_sarif

            return as_sarif
        case "junit":
            from architect.app.reports.junit import as_junit

            return as_junit
