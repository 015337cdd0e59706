"""Review changes or files."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.run_flags import EPILOG, REVIEWING, flags_of, work_with
from architect.l10n import english

if TYPE_CHECKING:
    from architect.cli.work import Work

_SEVERITIES = click.Choice(["error", "warning", "info", "never"])
_CATEGORIES = click.Choice(
    ["bug", "security", "performance", "tests", "maintainability", "documentation"]
)
_OWN = (
    click.option("--base", metavar="REF", help="Review what changed since HEAD left REF."),
    click.option("--staged", is_flag=True, help="Review what is staged."),
    click.option("--pr", is_flag=True, help="Review the pull request that this CI job is about."),
    click.option(
        "--committed",
        is_flag=True,
        help="With --base or --pr: leave out what is not committed.",
    ),
    click.option("--project", is_flag=True, help="Review the project as a whole."),
    click.option(
        "--fail-on",
        type=_SEVERITIES,
        default="error",
        show_default=True,
        help="Exit with 1 if a finding is at least so severe.",
    ),
    click.option(
        "--max-findings", type=click.IntRange(1), metavar="N", help="Tell the N worst at most."
    ),
    click.option(
        "--baseline",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Findings in FILE are known and stay quiet.",
    ),
    click.option("--update-baseline", is_flag=True, help="Write the findings into --baseline."),
    click.option(
        "--focus", type=_CATEGORIES, multiple=True, help="Look for this only; repeatable."
    ),
    click.option(
        "--instructions",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="What the review shall look for (default: REVIEW.md of the project).",
    ),
)


@click.command("review", epilog=EPILOG)
@click.argument("paths", nargs=-1)
@flags_of(REVIEWING, _OWN)
def command(paths: tuple[str, ...], **options: Any) -> int:
    """Have an agent review the changes since the last commit, or PATHS.

    It changes nothing. With --base, --staged or --pr, PATHS are where changes count. Findings have
    ids that stay the same: `architect fix ID` fixes one.
    """
    wanted = {name: options.pop(name) for name in _NAMES}
    if sum(map(bool, (wanted["base"], wanted["staged"], wanted["pr"], wanted["project"]))) > 1:
        raise click.UsageError(english("--base, --staged, --pr and --project exclude each other."))
    if wanted["committed"] and not (wanted["base"] or wanted["pr"]):
        raise click.UsageError(english("--committed needs --base or --pr."))
    if wanted["project"] and paths:
        raise click.UsageError(english("--project reviews everything: leave out the paths."))
    if wanted["update_baseline"] and wanted["baseline"] is None:
        raise click.UsageError(english("--update-baseline needs --baseline FILE."))

    def work() -> "Work":
        from architect.cli.review_work import Review, ReviewFlags

        return Review(ReviewFlags(paths=paths, **wanted))

    return work_with(options, work)


_NAMES = (
    "base",
    "staged",
    "pr",
    "committed",
    "project",
    "fail_on",
    "max_findings",
    "baseline",
    "update_baseline",
    "focus",
    "instructions",
)
