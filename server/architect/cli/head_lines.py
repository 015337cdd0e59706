"""What stands above the log of a run: who works with what, where, and what goes with the task."""

from collections.abc import Iterator

from architect.app.run_modes import mode_of
from architect.cli.attached_files import attached_line
from architect.cli.printer import Style
from architect.domain.journal.run_events import RunStarted
from architect.l10n import t


def head_lines(event: RunStarted) -> Iterator[tuple[str, Style]]:
    parts = ["architect", event.agent, event.model, mode_of(event) or t("reads only")]
    if event.dry_run:
        parts.append(t("dry run"))
    yield " · ".join(dict.fromkeys(parts)), "title"
    yield f"{event.workspace} · {event.session_id}", "dim"
    for each in event.attached:
        yield f"  + {attached_line(each)}", "dim"
