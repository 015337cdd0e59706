"""List, add or remove what agents remember of the project."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, joined, t

if TYPE_CHECKING:
    from architect.domain.memory import MemoryNote
    from architect.ports.memory_store import MemoryStore


@click.group("memory")
def command() -> None:
    """List, add or remove what agents remember of the project (.architect/memory.md)."""


@command.command("list")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_command(config: Path | None, workspace: Path | None, as_json: bool) -> None:
    """List the notes with their numbers."""
    from architect.cli.result_stream import print_result
    from architect.domain.escape_controls import escape_controls

    notes = _notes(_store(config, workspace))
    if as_json:
        import json

        rows = [{"day": str(note.day), "kind": note.kind, "text": note.text} for note in notes]
        print_result(json.dumps(rows, indent=2))
        return
    if not notes:
        print_note(t("no notes in this project yet"))
    for number, note in enumerate(notes, start=1):
        print_result(escape_controls(f"{number:>3}  {note.line.removeprefix('- ')}"))


@command.command("add")
@click.argument("text")
@config_option
@workspace_option
@click.option(
    "--kind",
    type=click.Choice(("correction", "preference", "fact")),
    default="preference",
    help="What kind of note it is (default: preference).",
)
def add_command(config: Path | None, workspace: Path | None, text: str, kind: str) -> None:
    """Add a note of one sentence."""
    from datetime import datetime

    from architect.cli.result_stream import print_result
    from architect.domain.memory import note_of, with_note

    try:
        note = note_of(datetime.now().astimezone().date(), kind, text)
    except ValueError as error:
        raise click.UsageError(joined("", (str(error), "."))) from error
    store = _store(config, workspace)
    added = asyncio.run(store.change(lambda content: with_note(content, note)))
    print_result(t("added") if added else t("this is remembered already"))


@command.command("remove")
@click.argument("numbers", metavar="NUMBER...", nargs=-1, required=True, type=int)
@config_option
@workspace_option
def remove_command(config: Path | None, workspace: Path | None, numbers: tuple[int, ...]) -> None:
    """Remove the notes with these numbers, as the list has them."""
    from architect.cli.result_stream import print_result
    from architect.domain.memory import without_note

    store = _store(config, workspace)
    notes = _notes(store)
    if unknown := [number for number in numbers if not 1 <= number <= len(notes)]:
        names = ", ".join(map(str, unknown))
        raise click.UsageError(
            english("no note {names}; `architect memory list` shows the numbers.", names=names)
        )

    def without(content: str) -> str:
        for number in set(numbers):
            content = without_note(content, notes[number - 1])
        return content

    asyncio.run(store.change(without))
    print_result(t("removed"))


def _store(config: Path | None, workspace: Path | None) -> "MemoryStore":
    from architect.bootstrap.memory import project_memory
    from architect.bootstrap.settings import workspace_root
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    if not settings.memory.enabled:
        print_note(t("architect: no run reads the notes: memory.enabled is false"))
    return project_memory(workspace_root(settings, workspace))


def _notes(store: "MemoryStore") -> "list[MemoryNote]":
    from architect.domain.memory import notes_of

    return notes_of(asyncio.run(store.read()))
