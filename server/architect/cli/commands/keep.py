"""Keep the changes of a session, hunk by hunk or all."""

from pathlib import Path

import click

from architect.cli.options import config_option, hunk_option, path_option, workspace_option


@click.command("keep", epilog="Exit codes: 0 done, 2 something was left alone, 3 no such run.")
@click.argument("session_or_run", required=False)
@hunk_option
@path_option
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    session_or_run: str | None,
    hunk_ids: tuple[str, ...],
    paths: tuple[str, ...],
    config: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> int:
    """Keep what an agent changed in a session: nobody waits for a decision about it any more.

    Default: all of the last session in which an agent changed files or proposed to. What
    was only proposed is made. Editors show it as decided; `architect undo` undoes a keeping, too.
    """
    import asyncio
    import os

    from architect.app.session_hunks import keep_of_session, runs_meant
    from architect.bootstrap.run.credentials import Credentials
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.decided_lines import print_decided
    from architect.cli.last_session import tell_passed_over
    from architect.cli.settings import told_settings
    from architect.domain.ids import HunkId
    from architect.services.hunk_review import HunkChoice

    chosen = HunkChoice(
        hunk_ids=frozenset(map(HunkId, hunk_ids)) if hunk_ids else None, paths=paths or None
    )
    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    credentials = asyncio.run(Credentials(os.environ).with_kept(settings.llm))
    tell_passed_over(session_or_run, files.root)
    runs = asyncio.run(runs_meant(session_or_run, files))
    secrets = (*credentials.secrets(settings.llm),)
    keeping = keep_of_session(runs, chosen, files, rules=settings.guardrails, secrets=secrets)
    done = asyncio.run(keeping)
    return print_decided(done, "keep", workspace, asked=hunk_ids, as_json=as_json)
