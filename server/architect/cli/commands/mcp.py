"""List, add, remove, test or sign in to MCP servers."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.exit_codes import FAILED, SUCCESS
from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.bootstrap.mcp import ConfiguredServers
    from architect.config.schema import Config
    from architect.domain.mcp_server import McpServer

_project_option = click.option(
    "--project", is_flag=True, help="In .mcp.json of the project, for all who work on it."
)


@click.group("mcp")
def command() -> None:
    """List, add, remove, test or sign in to MCP servers (modelcontextprotocol.io)."""


@command.command("list")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_command(config: Path | None, workspace: Path | None, as_json: bool) -> None:
    """List the servers that runs here use, and what is known of their tools."""
    import json

    from architect.bootstrap.mcp import mcp_servers
    from architect.cli.result_stream import print_result

    settings, root = _settings(config, workspace)
    configured = _configured(settings, root)
    known = mcp_servers(os.environ).known
    rows: list[Mapping[str, object]] = [
        {"name": each.name, "place": each.place, "tools": [tool.name for tool in known.tools(each)]}
        for each in configured.servers
    ]
    rows += [{"name": each.source, "problem": each.reason} for each in configured.faults]
    rows += [{"name": name, "enabled": False} for name in _disabled(settings)]
    if as_json:
        print_result(json.dumps(rows, indent=2))
        return
    if not rows:
        print_note(t("no servers here; `architect mcp add --help` shows how to add one"))
    for row in rows:
        print_result(_line(row))


def _line(row: Mapping[str, Any]) -> str:
    from architect.domain.escape_controls import escape_controls, in_one_line
    from architect.domain.text.counted import counted

    match row:
        case {"problem": problem}:
            what = t("cannot be used: {problem}", problem=shown(problem))
        case {"enabled": False}:
            what = t("is off")
        case {"tools": []}:
            what = t(
                "{place} (`architect mcp test {name}` shows its tools)",
                place=row["place"],
                name=row["name"],
            )
        case _:
            what = f"{row['place']} ({shown(counted(len(row['tools']), 'tool'))})"
    return escape_controls(in_one_line(f"{row['name']}: {what}"))


@command.command("add", context_settings={"ignore_unknown_options": True})
@click.argument("name")
@click.argument("program", nargs=-1, type=click.UNPROCESSED, metavar="URL | COMMAND [ARGS]...")
@click.option("--env", multiple=True, metavar="NAME=VALUE", help="A variable for its process.")
@click.option("--header", multiple=True, metavar="NAME=VALUE", help="Sent with each request.")
@click.option(
    "--trusted",
    is_flag=True,
    help="What it answers is no untrusted text, and telling it something loses nothing.",
)
@click.option("--sandbox", is_flag=True, help="Run its process in the sandbox, without network.")
@click.option("--sse", is_flag=True, help="It speaks HTTP as servers did before 2025.")
@_project_option
@config_option
@workspace_option
def add_command(
    config: Path | None,
    workspace: Path | None,
    name: str,
    program: tuple[str, ...],
    env: tuple[str, ...],
    header: tuple[str, ...],
    trusted: bool,
    sandbox: bool,
    sse: bool,
    project: bool,
) -> int:
    """Add a server: its address, or the command that starts it, behind `--`.

    It is tested at once. Write ${NAME} where a key belongs: it is taken from the environment.
    """
    from architect.checked.errors import ValidationError
    from architect.cli.mcp_connections import test_servers
    from architect.cli.mcp_flags import described_server
    from architect.config.mcp import SERVER_NAME, McpSettings
    from architect.config.mcp_edits import with_server

    if not SERVER_NAME.fullmatch(name):
        raise click.UsageError(
            english(
                "the name {name!r} may only have letters, digits, '-' and single '_' between "
                "them, 40 at most.",
                name=name,
            )
        )
    _, root = _settings(config, workspace)
    given = described_server(program, env, header, sse=sse)
    if trusted and project:
        raise click.UsageError(english("--trusted is for servers of your own, without --project."))
    given |= {key: True for key, wanted in (("trusted", trusted), ("sandbox", sandbox)) if wanted}
    try:
        settings = McpSettings.model_validate({"servers": {name: given}}).servers[name]
    except ValidationError as error:
        raise click.UsageError(str(error).removeprefix("servers.")) from error
    path = _place(root, project=project)
    _write(path, with_server(path, name, given))
    print_note(t("added {name} to {path}", name=name, path=path))
    if project:
        print_note(t("it counts once you trust the project: `architect trust`"))
    from architect.bootstrap.mcp import server_of

    return asyncio.run(test_servers([server_of(name, settings, root, os.environ)], root))


@command.command("remove")
@click.argument("name")
@_project_option
@config_option
@workspace_option
def remove_command(config: Path | None, workspace: Path | None, name: str, project: bool) -> None:
    """Remove a server that was added by `architect mcp add`."""
    from architect.cli.result_stream import print_result
    from architect.config.mcp_edits import without_server

    settings, root = _settings(config, workspace)
    path = _place(root, project=project)
    text = without_server(path, name)
    if text is None:
        raise click.UsageError(
            english(
                "no server {name!r} in {path!r}: it is in another file.", name=name, path=str(path)
            )
            if name in settings.mcp.servers
            else english(
                "no server {name!r} in {path!r}: it is in no file.", name=name, path=str(path)
            )
        )
    _write(path, text)
    print_result(t("removed {name} from {path}", name=name, path=path))


@command.command("test")
@click.argument("name", required=False)
@config_option
@workspace_option
def test_command(config: Path | None, workspace: Path | None, name: str | None) -> int:
    """Connect to a server, or to all, and show what they offer."""
    from architect.cli.mcp_connections import test_servers

    settings, root = _settings(config, workspace)
    if name is not None:
        _expect_server(settings, name)
    configured = _configured(settings, root)
    faults = [each for each in configured.faults if name in (None, each.source)]
    for fault in faults:
        print_note(
            t("{source} cannot be used: {reason}", source=fault.source, reason=shown(fault.reason))
        )
    servers = [each for each in configured.servers if name in (None, each.name)]
    if not servers and not faults:
        print_note(t("there is nothing to test"))
    return max(asyncio.run(test_servers(servers, root)), FAILED if faults else SUCCESS)


@command.command("login")
@click.argument("name")
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@config_option
@workspace_option
def login_command(config: Path | None, workspace: Path | None, name: str, no_browser: bool) -> int:
    """Sign in to a server over HTTP, in a browser.

    The tokens are kept in your keyring if the Python package keyring is installed and finds one, or
    else in a file that only you can read. Runs renew them.
    """
    from architect.cli.mcp_connections import sign_in_to

    server, root = _server_over_http(config, workspace, name)
    return asyncio.run(sign_in_to(server, root, opens_browser=not no_browser))


@command.command("logout")
@click.argument("name")
@config_option
@workspace_option
def logout_command(config: Path | None, workspace: Path | None, name: str) -> None:
    """Forget the tokens of a sign-in."""
    from architect.adapters.mcp.tokens import KeptTokens
    from architect.cli.result_stream import print_result

    server, _ = _server_over_http(config, workspace, name)
    was_there = KeptTokens(server.url, os.environ).forget()
    what = t("signed out") if was_there else t("you were not signed in")
    print_result(f"{name}: {what}")


def _server_over_http(
    config: Path | None, workspace: Path | None, name: str
) -> "tuple[McpServer, Path]":
    settings, root = _settings(config, workspace)
    _expect_server(settings, name)
    configured = _configured(settings, root)
    for fault in configured.faults:
        if fault.source == name:
            raise click.UsageError(
                english("{name} cannot be used: {reason}", name=name, reason=fault.reason)
            )
    server = next((each for each in configured.servers if each.name == name), None)
    if server is None:
        raise click.UsageError(english("{name} is off", name=name))
    if not server.url:
        raise click.UsageError(
            english("{name} is a program: there is nothing to sign in to", name=name)
        )
    if "Authorization" in server.headers:
        raise click.UsageError(
            english("{name} has a token, or a header Authorization: that is used", name=name)
        )
    return server, root


def _expect_server(settings: "Config", name: str) -> None:
    from architect.config.nearest import did_you_mean

    if name not in settings.mcp.servers:
        close = did_you_mean(name, settings.mcp.servers)
        raise click.UsageError(
            english(
                "no server {name!r}{close}; `architect mcp list` shows them.",
                name=name,
                close=close,
            )
        )


def _place(root: Path, *, project: bool) -> Path:
    from architect.config.user_file import user_config_file

    folder = user_config_file(os.environ).parent
    return root / ".mcp.json" if project else folder / "mcp.json"


def _write(path: Path, text: str) -> None:
    from architect.domain.errors import UserError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode())
    except OSError as error:
        raise UserError(
            english("{path}: cannot be written: {reason}", path=path, reason=error.strerror)
        ) from error


def _settings(config: Path | None, workspace: Path | None) -> "tuple[Config, Path]":
    from architect.bootstrap.settings import workspace_root
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    return settings, workspace_root(settings, workspace).resolve()


def _configured(settings: "Config", root: Path) -> "ConfiguredServers":
    from architect.bootstrap.mcp import configured_servers

    return configured_servers(settings.mcp, root, os.environ)


def _disabled(settings: "Config") -> Sequence[str]:
    mcp = settings.mcp
    return [name for name, each in mcp.servers.items() if not (mcp.enabled and each.enabled)]
