"""Show the whole conversation of a session."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.services.task_names import shown_title


@click.command("transcript")
@click.argument("session", required=False)
@config_option
@workspace_option
def command(session: str | None, config: Path | None, workspace: Path | None) -> None:
    """Print the conversation of SESSION, or of one of its runs, in Markdown.

    Without SESSION it is the last one in the workspace. What was left out of the context is there
    as well.
    """
    import asyncio

    from architect.app.past_runs import past_run
    from architect.app.transcript import transcript
    from architect.bootstrap.sessions import session_store
    from architect.bootstrap.settings import workspace_root
    from architect.cli.last_session import told_last_session_id
    from architect.cli.result_stream import ResultStream
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls
    from architect.services.sessions import find_runs

    root = workspace_root(told_settings(config, workspace), workspace).resolve()

    async def page() -> str:
        _, runs = await find_runs(session_store(root), session or await told_last_session_id(root))
        found = [await past_run(run_id, [root]) for run_id in reversed(runs)]
        return "\n".join(
            transcript(shown_title(run.info.title), run.events) for run in found if run
        )

    with ResultStream() as results:
        text = asyncio.run(page())
        if results.is_terminal:
            results.write_text(escape_controls(text))
        else:
            results.write(text.encode("utf-8", "surrogateescape"))
