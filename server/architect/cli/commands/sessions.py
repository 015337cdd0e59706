"""List the sessions of the workspace, search, rename, export or delete them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t
from architect.services.task_names import shown_title

_LEAST_STATUS_WIDTH = 11

if TYPE_CHECKING:
    from architect.app.sessions.listing import ListedSession
    from architect.domain.ids import SessionId
    from architect.domain.journal.session import SessionSummary


@click.group("sessions", invoke_without_command=True)
@click.pass_context
@config_option
@workspace_option
@click.option("--search", metavar="WORDS", default="", help="Only those in which all words occur.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the N newest.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(
    context: click.Context,
    config: Path | None,
    workspace: Path | None,
    search: str,
    limit: int | None,
    as_json: bool,
) -> None:
    """List the sessions of the workspace, newest first, or do something with one.

    --search looks in titles and in what was said. The numbers are those of all sessions, and
    `architect resume` takes them.
    """
    if context.invoked_subcommand is not None:
        context.obj = (config, workspace)
        return
    import asyncio

    from architect.app.sessions.listing import listed_sessions
    from architect.bootstrap.settings import workspace_root
    from architect.cli.result_stream import print_result, print_row
    from architect.cli.settings import told_settings

    root = workspace_root(told_settings(config, workspace), workspace)
    found = asyncio.run(listed_sessions([root], query=search, limit=limit))
    if as_json:
        import json

        from architect.app.sessions.document import session_document

        print_result(json.dumps([session_document(each) for each in found], indent=2))
        return
    if not found:
        print_note(
            t("no session with {words!r} in this workspace", words=search)
            if search
            else t("no sessions in this workspace yet")
        )
    statuses = max((_LEAST_STATUS_WIDTH, *(len(_status(each)) for each in found)))
    width = max((len(str(each.number)) for each in found), default=1)
    for each in found:
        columns, words = _row(each, statuses)
        column = width + len(each.summary.session_id) + 4
        print_row([f"{each.number:>{width}}", *columns], words, column=column)
    if found and sys.stdout.isatty():
        print_note(t("`architect resume NUMBER` or `architect resume ID` goes on in one"))


@command.command("rename")
@click.argument("session_id", metavar="ID")
@click.argument("title")
@config_option
@workspace_option
@click.pass_context
def rename_command(
    context: click.Context,
    session_id: str,
    title: str,
    config: Path | None,
    workspace: Path | None,
) -> None:
    """Call the session ID by TITLE; an empty one brings back what it began with."""
    import asyncio

    from architect.app.sessions.titles import rename_session
    from architect.cli.result_stream import print_result
    from architect.domain.escape_controls import escape_controls

    async def renamed() -> str:
        root, known = await _place(context, session_id, config, workspace)
        return await rename_session(root, known, title)

    called = asyncio.run(renamed())
    told = t("{session_id} is called '{title}' now", session_id=session_id, title=called)
    print_result(escape_controls(told))


@command.command("delete")
@click.argument("session_ids", metavar="ID...", nargs=-1, required=True)
@click.option("--force", is_flag=True, help="Even if it proposes changes nobody has decided about.")
@config_option
@workspace_option
@click.pass_context
def delete_command(
    context: click.Context,
    session_ids: tuple[str, ...],
    force: bool,
    config: Path | None,
    workspace: Path | None,
) -> None:
    """Delete sessions with all that is kept of them.

    What they changed in files stays, and can be undone no more.
    """
    import asyncio

    from architect.app.sessions.deleting import delete_session, lost_with
    from architect.cli.result_stream import print_result
    from architect.domain.errors import UserError

    async def deleted(session_id: str) -> None:
        root, known = await _place(context, session_id, config, workspace)
        if not force and (lost := await lost_with(root, known)):
            raise UserError(
                english(
                    "{session_id!r} stays: {lost}; --force deletes it all the same",
                    session_id=session_id,
                    lost=lost,
                )
            )
        await delete_session(root, known)

    for session_id in session_ids:
        asyncio.run(deleted(session_id))
        print_result(t("deleted {session_id}", session_id=session_id))


@command.command("export")
@click.argument("session_id", metavar="ID")
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    help="The conversation in Markdown (default), or all events as JSON.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write it to FILE, which must not exist, or into a folder (default: print it).",
)
@config_option
@workspace_option
@click.pass_context
def export_command(
    context: click.Context,
    session_id: str,
    form: Any,
    output: Path | None,
    config: Path | None,
    workspace: Path | None,
) -> None:
    """Print the session ID as one text, or write it to a file."""
    import asyncio

    from architect.app.sessions.exporting import ExportedSession, export_session
    from architect.cli.result_stream import ResultStream, print_result
    from architect.domain.escape_controls import escape_controls

    async def exported() -> ExportedSession:
        root, known = await _place(context, session_id, config, workspace)
        return await export_session(root, known, form)

    found = asyncio.run(exported())
    octets = found.text.encode("utf-8", "replace")
    if output is not None:
        file = output / found.name if output.is_dir() else output
        _write_new(file, octets)
        print_result(escape_controls(t("wrote {file}", file=file)))
        return
    with ResultStream() as results:
        if results.is_terminal:
            results.write_text(escape_controls(found.text))
        else:
            results.write(octets)


def _write_new(file: Path, octets: bytes) -> None:
    from architect.domain.errors import UserError

    try:
        with file.open("xb") as new:
            new.write(octets)
    except FileExistsError as error:
        raise UserError(
            english("{file!r} is there already; choose another name", file=str(file))
        ) from error
    except OSError as error:
        raise UserError(
            english("{file!r} cannot be written: {reason}", file=str(file), reason=error.strerror)
        ) from error


async def _place(
    context: click.Context, session_id: str, config: Path | None, workspace: Path | None
) -> "tuple[Path, SessionId]":
    """The workspace, and the id of a session that is kept there."""
    from architect.app.sessions.listing import find_root
    from architect.bootstrap.settings import workspace_root
    from architect.cli.settings import told_settings
    from architect.domain.ids import SessionId

    of_group = context.obj or (None, None)
    config, workspace = config or of_group[0], workspace or of_group[1]
    root = workspace_root(told_settings(config, workspace), workspace).resolve()
    return await find_root(session_id, [root]), SessionId(session_id)


def _status(listed: "ListedSession") -> str:
    from architect.domain.journal.session import status_words

    return shown(status_words(listed.summary.status))


def _row(listed: "ListedSession", width: int) -> tuple[list[str], str]:
    """The columns behind the number, and the words at the end."""
    from architect.domain.escape_controls import escape_controls
    from architect.domain.text.counted import counted

    summary: SessionSummary = listed.summary
    columns = [summary.session_id, f"{_status(listed):{width}}"]
    if summary.problem is not None:
        return columns, escape_controls(shown(summary.problem))
    cost = t("price unknown") if summary.cost_usd is None else f"${summary.cost_usd:.4f}"
    changed = shown(counted(len(summary.files_changed), "file"))
    about = escape_controls(f"{summary.agent}: {shown_title(listed.title)}")
    return [*columns, cost, f"{changed:8}"], about
