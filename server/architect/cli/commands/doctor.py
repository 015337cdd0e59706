"""Check the installation and suggest fixes."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.l10n import english, shown

_PROBLEM_CODE = 1
_STATE_WIDTH = 7
_NAMES = {
    each: each
    for each in (
        english("command"),
        english("configuration"),
        english("key"),
        english("keyring"),
        english("model"),
        english("model name"),
        english("network"),
        english("system calls"),
        english("user namespaces"),
        english("workspace"),
    )
}
"""What checks are called; others have the name of a program."""

_STATES = {each: each for each in (english("ok"), english("warning"), english("problem"))}


@click.command("doctor")
@config_option
@workspace_option
@click.option("--offline", is_flag=True, help="Ask nobody on the network.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(config: Path | None, workspace: Path | None, offline: bool, as_json: bool) -> int:
    """Check the installation and suggest fixes; exit code 1 if a run would fail.

    The provider of the model is asked for its list of models, which costs nothing.
    """
    import asyncio

    from architect.bootstrap.doctor.check import State
    from architect.bootstrap.doctor.examination import examine
    from architect.cli.result_stream import print_result
    from architect.domain.escape_controls import escape_controls

    checks = asyncio.run(examine(config, workspace, offline=offline))
    healthy = all(check.state is not State.PROBLEM for check in checks)
    if as_json:
        import json

        rows = [
            {
                "name": each.name,
                "state": each.state,
                "text": each.text,
                "fix": each.fix,
                "command": each.line,
                "mend": each.fix,  # what `fix` was called in 0.1; read for one version
            }
            for each in checks
        ]
        print_result(json.dumps({"healthy": healthy, "checks": rows}, indent=2))
        return 0 if healthy else _PROBLEM_CODE
    states = max(_STATE_WIDTH, *(len(shown(_STATES[check.state])) for check in checks))
    names = [shown(_NAMES.get(check.name, "")) or check.name for check in checks]
    width = max(map(len, names))
    for name, check in zip(names, checks, strict=True):
        fix = f" -> {shown(check.fix)}" if check.fix else ""
        head = f"{shown(_STATES[check.state]):{states}}  {name:{width}}  "
        print_result(escape_controls(f"{head}{shown(check.text)}{fix}"), column=len(head))
        if check.line:
            print_result(escape_controls(f"{'':{len(head)}}$ {check.line}"))
    return 0 if healthy else _PROBLEM_CODE
