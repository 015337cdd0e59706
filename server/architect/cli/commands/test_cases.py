"""Play all recorded test cases again."""

from pathlib import Path

import click

from architect.cli.exit_codes import FAILED, SUCCESS
from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import shown, t


@click.command("test-cases", epilog="Exit codes: 0 all pass, 1 some differ, 3 there are none.")
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(folder: Path | None, config: Path | None, workspace: Path | None, as_json: bool) -> int:
    """Play the test cases in DIR, which `architect replay --record` made, without a model.

    Without DIR it is architect-tests/ in the project.
    """
    import asyncio
    import json

    from architect.app.replay_cases import FOLDER, cases_in, play_case
    from architect.bootstrap.settings import workspace_root
    from architect.cli.replay_lines import document_of, lines_of
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.text.counted import counted

    settings = told_settings(config, workspace)
    cases = cases_in(folder or workspace_root(settings, workspace) / FOLDER)
    documents: list[dict[str, object]] = []
    failed = 0
    for case in cases:
        runs = asyncio.run(play_case(case, settings))
        differs = any(run.differences for run in runs)
        failed += differs
        documents.append({"name": case.name, "passed": not differs, **document_of(runs, case.name)})
        if not as_json:
            said = "\n".join(["", *lines_of(runs)]) if differs else ""
            how = t("differs") if differs else t("passes")
            print_result(f"{how}  {case.name}{said}", column=4)
    if as_json:
        print_result(json.dumps({"failed": failed, "cases": documents}, indent=2))
    else:
        print_note(
            t(
                "{cases}, {failed} differ",
                cases=shown(counted(len(cases), "test case")),
                failed=failed,
            )
        )
    return FAILED if failed else SUCCESS
