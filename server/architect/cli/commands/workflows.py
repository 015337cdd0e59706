"""List the workflows of the workspace."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import shown, t

if TYPE_CHECKING:
    from architect.app.workflows.listing import KnownWorkflow, ListedWorkflow
    from architect.domain.workflows.state import UnitState


@click.command("workflows")
@click.argument("workflow", required=False)
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    workflow: str | None, config: Path | None, workspace: Path | None, as_json: bool
) -> None:
    """List the workflows of the workspace, newest first, or the runs of WORKFLOW."""
    import json

    from architect.app.workflows.evaluation_result import evaluation_of
    from architect.app.workflows.evaluation_table import as_table
    from architect.app.workflows.listing import (
        find_workflow,
        known_workflows,
        listed,
        listed_workflows,
    )
    from architect.bootstrap.settings import workspace_root
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings

    root = workspace_root(told_settings(config, workspace), workspace)
    if workflow is not None:
        found = find_workflow(root, workflow)
        if as_json:
            print_result(json.dumps(_document(found), indent=2))
            return
        print_result(_line(listed(found)))
        if (evaluation := evaluation_of(found.state) if found.state else None) is not None:
            print_result(as_table(evaluation).rstrip("\n"))
        for unit in found.state.units.values() if found.state else ():
            print_result(_unit_line(unit, is_live=found.status == "running"))
        return
    if as_json:
        known = known_workflows(root)
        print_result(json.dumps([_document(each) for each in known], indent=2))
        return
    is_empty = True
    for each in listed_workflows(root):
        is_empty = False
        print_result(_line(each))
    if is_empty:
        print_note(t("no workflows in this workspace yet"))


def _document(known: "KnownWorkflow") -> dict[str, Any]:
    from architect.app.workflows.summary import workflow_summary

    if known.state is None:
        return {"workflow_id": known.workflow_id, "status": known.status, "reason": known.problem}
    return workflow_summary(known.state) | {"status": known.status}


def _line(listed: "ListedWorkflow") -> str:
    from architect.app.run_title import title_of
    from architect.app.workflows.listing import STATUS_WORDS
    from architect.domain.escape_controls import escape_controls, in_one_line
    from architect.services.cost_line import price_of

    words = {status: shown(word) for status, word in STATUS_WORDS.items()}
    status, overview = words[listed.status], listed.overview
    if overview is None:
        return escape_controls(f"{listed.workflow_id}  {status}  {shown(listed.problem)}")
    done = f"{overview.counts.over}/{overview.counts.all}"
    price = price_of(overview.spending)
    width, title = max(map(len, words.values())), title_of(overview.title)
    told = f"{listed.workflow_id:31}  {status:{width}}  {done:>7}  {price:>7}  {title}"
    return escape_controls(in_one_line(told))


def _unit_line(unit: "UnitState", *, is_live: bool) -> str:
    from architect.domain.escape_controls import escape_controls, in_one_line
    from architect.domain.text.counted import counted
    from architect.domain.workflows.state import Phase

    result = unit.result
    is_cut_off = unit.phase is Phase.RUNNING and not is_live
    parts = [f"  {unit.unit.unit_id}", t("interrupted") if is_cut_off else shown(unit.phase)]
    if result is not None:
        parts += [
            shown(unit.shortcoming or "") or t("success"),
            shown(counted(len(result.files), "changed file")),
        ]
    elif unit.shortcoming:
        parts.append(shown(unit.shortcoming))
    parts += [t("branch {branch}", branch=unit.branch)] if unit.branch else []
    parts += unit.sessions[-1:]
    return escape_controls(in_one_line("  ".join(parts)))
