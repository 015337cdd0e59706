"""Show what runs have cost."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t, tn

if TYPE_CHECKING:
    from datetime import datetime

    from architect.domain.costs import CostRow

_KEYS = ("day", "model", "agent", "source", "session", "project")
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


@click.command("costs")
@config_option
@workspace_option
@click.option("--by", type=click.Choice(_KEYS), default="day", help="What to sum up by.")
@click.option(
    "--since", metavar="WHEN", help="From then on: a day such as 2026-11-01, or 12h, 7d, 4w ago."
)
@click.option("--all-projects", is_flag=True, help="Those of all projects on this machine.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    config: Path | None,
    workspace: Path | None,
    by: str,
    since: str | None,
    all_projects: bool,
    as_json: bool,
) -> None:
    """Show what the runs of this project have cost, summed up by day, model or agent."""
    import asyncio
    import json
    from dataclasses import replace
    from typing import cast

    from architect.bootstrap.costs import past_costs
    from architect.bootstrap.settings import workspace_root
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.costs import CostKey, CostRow, summed_up
    from architect.domain.escape_controls import escape_controls
    from architect.domain.journal.state import Spending

    start = None if since is None else _start(since)
    settings = told_settings(config, workspace)
    root = None if all_projects else workspace_root(settings, workspace).resolve()
    entries = asyncio.run(past_costs(os.environ, root, since=start))
    rows = summed_up(entries, cast(CostKey, by))
    total = sum((row.spending for row in rows), start=Spending())
    summary = CostRow("total" if as_json else t("total"), len(entries), total)
    if as_json:
        document = {"by": by, "rows": [*map(_document, rows)], "total": _document(summary)}
        print_result(json.dumps(document, indent=2))
        return
    if not rows:
        print_note(t("no model has replied here in that time"))
        return
    told = [replace(row, key=shown(row.key)) for row in rows] if by == "source" else rows
    width = max(len(row.key) for row in (*told, summary))
    for row in (*told, summary):
        print_result(escape_controls(_line(row, width)))


def _start(since: str) -> "datetime":
    """The point in time that `--since` means.

    Raises:
        click.BadParameter: it means none.
    """
    from datetime import UTC, datetime, timedelta

    number, unit = since[:-1], since[-1:]
    if number.isascii() and number.isdigit() and unit in _UNITS:
        try:
            return datetime.now(UTC) - timedelta(**{_UNITS[unit]: int(number)})
        except OverflowError:
            return datetime.min.replace(tzinfo=UTC)
    try:
        return datetime.fromisoformat(since).astimezone()
    except (ValueError, OverflowError) as error:
        raise click.BadParameter(
            english(
                "{since!r} is no time; give a day such as 2026-11-01, or 12h, 7d or 4w", since=since
            ),
            param_hint="--since",
        ) from error


def _document(row: "CostRow") -> dict[str, Any]:
    """A row as `--json` prints it; `cost_usd` leaves out `unpriced_replies`."""
    usage = row.spending.usage
    return {
        "key": row.key,
        "replies": row.replies,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cached_tokens": usage.cached_tokens,
        "cache_write_tokens": usage.written_tokens,
        "reasoning_tokens": usage.reasoning_tokens,
        "cost_usd": round(row.spending.cost_usd, 6),
        "unpriced_replies": row.spending.unpriced_calls,
    }


def _line(row: "CostRow", width: int) -> str:
    usage, spending = row.spending.usage, row.spending
    read = t("{tokens:,} in", tokens=usage.input_tokens)
    if usage.cached_tokens:
        read += f", {t('{percent} % cached', percent=usage.cached_percent)}"
    written = t("{tokens:,} out", tokens=usage.output_tokens)
    if spending.unpriced_calls:
        unpriced = _replies(spending.unpriced_calls)
        written += f"; {t('{replies} of unknown price', replies=unpriced)}"
    return (
        f"{row.key:{width}}  {f'${spending.cost_usd:,.4f}':>11}  {_replies(row.replies):>13}  "
        f"{read} / {written}"
    )


def _replies(number: int) -> str:
    return tn("{number:,} reply", "{number:,} replies", number)
