"""The end of an `architect run` on standard output."""

import sys
from dataclasses import replace
from typing import Any

from architect.cli.printer import Printer
from architect.cli.result_stream import ResultStream
from architect.cli.run_flag_values import RunFlags
from architect.cli.work import Conclusion
from architect.domain.escape_controls import escape_controls
from architect.domain.journal.state import AgentState
from architect.domain.outcome import StopReason
from architect.l10n import shown, t
from architect.services.cost_line import cost_line, run_cost
from architect.services.runs import Run
from architect.services.summary import findings_summary, run_summary


def show_result(
    flags: RunFlags,
    results: ResultStream,
    state: AgentState,
    shown_text: str,
    *,
    conclusion: Conclusion,
    report: str | None = None,
) -> None:
    """Write the result to standard output: one JSON document, a report, or the last words.

    `shown_text` was shown on standard error already, and is not shown to a person twice.
    """
    if flags.as_json:
        results.write_json(_summary(state) | findings_summary(conclusion.findings))
        return
    said = conclusion.text if conclusion.text is not None else _output(state)
    said = said if report is None else report
    if flags.events or not said:
        return
    text = said.rstrip("\n") + "\n"
    if not results.is_terminal:
        results.write_text(text)
    elif not (sys.stderr.isatty() and shown_text == said):
        results.write_text(escape_controls(text))


def _output(state: AgentState) -> str:
    """What the model said at the end; where nothing was run, why."""
    return state.output if state.started is not None else shown(state.output)


def _summary(state: AgentState) -> dict[str, Any]:
    return run_summary(state, state.started.session_id if state.started else None)


def show_costs(printer: Printer, state: AgentState) -> None:
    """What the run cost, and what of it for what."""
    printer.line(t("costs: {cost}", cost=shown(run_cost(state))))
    for source, spending in state.spending.by_source.items():
        printer.line(f"  {shown(source)}: {shown(cost_line(spending))}")


def say_last_words(run: Run, results: ResultStream) -> None:
    """Whoever waits for a document gets what is known so far, unless the result is on its way."""
    if run.state.status is None:
        interrupted = replace(run.state, stop_reason=StopReason.USER_INTERRUPT)
        results.write_json(_summary(interrupted))
