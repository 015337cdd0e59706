"""List or revoke what you allowed or denied, or deny something."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.domain.grants import Grant


@click.group("grants")
def command() -> None:
    """List or revoke what you allowed or denied, or deny something."""


@command.command("list")
@workspace_option
@click.option("--all", "all_projects", is_flag=True, help="List the grants of all projects.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_command(workspace: Path | None, all_projects: bool, as_json: bool) -> None:
    """List the grants that apply in the workspace."""
    from architect.bootstrap.run.grants import list_grants
    from architect.bootstrap.settings import configured_project
    from architect.cli.result_stream import print_result

    grants = list_grants(configured_project(workspace), all_projects=all_projects)
    if as_json:
        import json
        from dataclasses import asdict

        print_result(json.dumps([asdict(grant) for grant in grants], indent=2))
        return
    if not grants:
        print_note(
            t("no grants")
            if all_projects
            else t("no grants for this project; --all lists those of other projects")
        )
    for grant in grants:
        print_result(_line(grant))


@command.command("revoke")
@click.argument("grant_ids", metavar="ID...", nargs=-1, required=True)
def revoke_command(grant_ids: tuple[str, ...]) -> None:
    """Revoke the grants with these ids, denials included."""
    from architect.bootstrap.run.grants import revoke_grant
    from architect.cli.result_stream import print_result

    unknown = [grant_id for grant_id in grant_ids if not revoke_grant(grant_id)]
    if unknown:
        names = ", ".join(map(repr, unknown))
        raise click.UsageError(
            english("no grant {names}; `architect grants list --all` shows the ids.", names=names)
        )
    print_result(t("revoked"))


@command.command("deny")
@click.argument("text", required=False)
@click.option("--tool", metavar="NAME", help="Deny every call of the tool NAME.")
@click.option("--everywhere", is_flag=True, help="In every project, not only in this one.")
@workspace_option
def deny_command(
    text: str | None, tool: str | None, everywhere: bool, workspace: Path | None
) -> None:
    """Deny all commands that run TEXT ('git push'), in every mode."""
    from architect.bootstrap.run.grants import keep_grant
    from architect.bootstrap.settings import configured_project
    from architect.cli.result_stream import print_result
    from architect.config.nearest import did_you_mean
    from architect.domain.grants import Grant, GrantKind
    from architect.domain.shell import RUN_COMMAND
    from architect.domain.tool_names import is_run_time_name
    from architect.tools.built_in import ALL_TOOLS

    words = (text or "").split()
    if bool(words) == bool(tool):
        raise click.UsageError(english("name a command to deny, such as 'git push', or a --tool."))
    if tool and tool not in ALL_TOOLS and not is_run_time_name(tool):
        raise click.UsageError(
            english("no tool {tool!r}{hint}", tool=tool, hint=did_you_mean(tool, ALL_TOOLS) or ".")
        )
    if tool:
        denial = Grant(allows=False, kind=GrantKind.TOOL, tool=tool)
    else:
        kind, line = GrantKind.PREFIX, " ".join(words)
        denial = Grant(allows=False, kind=kind, tool=RUN_COMMAND, text=line)
    print_result(_line(keep_grant(denial, configured_project(workspace), everywhere=everywhere)))


def _line(grant: "Grant") -> str:
    from architect.domain.escape_controls import escape_controls

    allow, deny = t("allow"), t("deny")
    what = allow if grant.allows else deny
    width = max(5, len(allow), len(deny))
    where = grant.project or t("every project")
    words = " ".join(shown(str(grant)).split())
    return escape_controls(f"{grant.grant_id}  {what:{width}}  {words}  ({where})")
