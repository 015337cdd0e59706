"""Sum up a session, so that resuming it starts small."""

from typing import Any

import click

from architect.cli.run_flags import EPILOG, run_flags, run_with


@click.command("compact", epilog=EPILOG)
@click.argument("session", metavar="SESSION", required=False)
@click.argument("prompt", metavar="FOCUS", required=False)
@run_flags
def command(**options: Any) -> int:
    """Have the model sum up the oldest steps of SESSION, which are left out from then on.

    Without SESSION it is the last one in the workspace. FOCUS says what matters most. The whole
    conversation stays in the journal: `architect transcript` shows it.
    """
    if options["prompt"] is None and any(map(str.isspace, options["session"] or "")):
        options["prompt"], options["session"] = options["session"], None
    return run_with(options, resume_last=options["session"] is None, only_compacts=True)
