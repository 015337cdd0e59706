"""Play a recorded run again and show what goes another way."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import FAILED, SUCCESS
from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.app.recording import Recording
    from architect.app.replay import Replayed
    from architect.config.schema import Config


@click.command("replay", epilog="Exit codes: 0 no difference, 1 some, 3 it cannot be played.")
@click.argument("session", required=False, metavar="[SESSION|FILE]")
@click.option("--until", type=click.IntRange(1), metavar="STEP", help="Only up to this step.")
@click.option("--record", metavar="NAME", help="Keep it as a test case, if nothing differs.")
@click.option("--rules", is_flag=True, help="List what is not compared, and end.")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    session: str | None,
    until: int | None,
    record: str | None,
    rules: bool,
    config: Path | None,
    workspace: Path | None,
    as_json: bool,
) -> int:
    """Play SESSION again: the recorded replies of the model, and the real tools.

    It happens in a copy of the tree that the session began with, as its checkpoint has it; nothing
    is changed here. Without SESSION it is the last one. A FILE is a journal from elsewhere, to be
    played on a copy of --workspace.
    """
    import asyncio

    from architect.app.replay_cases import FOLDER, keep_case
    from architect.bootstrap.settings import workspace_root
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.services.replay.rules import LISTED

    if rules:
        for rule in LISTED:
            print_result(shown(rule))
        return SUCCESS
    if record and until:
        raise click.UsageError(english("A test case is the whole session: leave out --until."))
    settings = told_settings(config, workspace)
    root = workspace_root(settings, workspace)

    async def played() -> "tuple[Sequence[Replayed], str]":
        recording = await _recording(root, session)
        if record:
            case, runs = await keep_case(recording, settings, root / FOLDER, record)
            return runs, str(case.folder)
        return await _replayed(recording, settings, root, until)

    runs, place = asyncio.run(played())
    _print(runs, place, as_json=as_json)
    differs = any(run.differences for run in runs)
    if record:
        said = (
            t("not kept, since it would not pass") if differs else t("kept as {place}", place=place)
        )
        print_note(said)
    return FAILED if differs else SUCCESS


async def _recording(root: Path, session: str | None) -> "Recording":
    import os

    from architect.app.recording import open_recording
    from architect.cli.last_session import told_last_session_id

    recording = open_recording(root, session or await told_last_session_id(root), os.environ)
    if not recording.is_own:
        click.echo(
            t(
                "you have not recorded this: its commands run in the sandbox only, "
                "without the network"
            ),
            err=True,
        )
    return recording


async def _replayed(
    recording: "Recording", settings: "Config", root: Path, until: int | None
) -> "tuple[Sequence[Replayed], str]":
    from architect.app.replay import replay
    from architect.app.replay_tree import tree_of

    async with tree_of(recording, settings, None if recording.root else root) as tree:
        for name in tree.missing:
            print_note(t("not in the copy, since it is too large: {name}", name=name))
        return await replay(recording, settings, tree, until=until), tree.source


def _print(runs: "Sequence[Replayed]", place: str, *, as_json: bool) -> None:
    import json

    from architect.cli.replay_lines import document_of, lines_of
    from architect.cli.result_stream import print_result

    if as_json:
        print_result(json.dumps(document_of(runs, place), indent=2))
    else:
        print_result("\n".join(lines_of(runs)), column=4)
