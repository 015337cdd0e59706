"""Set up a project: configuration, notes for agents, a file for CI."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from architect.cli.exit_codes import FAILED, SUCCESS
from architect.cli.options import workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.app.first_run.ci_file import CiSystem
    from architect.app.first_run.proposal import Proposal, ProposedFile
    from architect.cli.printer import Printer

_PRESETS = click.Choice(["python", "node-react", "ci", "paranoid", "yolo"])
_CI = click.Choice(["github", "gitlab", "jenkins", "none"])


@click.command("init")
@workspace_option
@click.option("--preset", type=_PRESETS, help="What is proposed beside what was found.")
@click.option("--ci", type=_CI, help="Propose a file that has CI review changes, too.")
@click.option("--yes", is_flag=True, help="Write the new files without asking.")
@click.option("--trust", is_flag=True, help="Trust the project afterwards, without asking.")
@click.option("--dry-run", is_flag=True, help="Only show what would be written.")
def command(
    workspace: Path | None,
    preset: str | None,
    ci: str | None,
    yes: bool,
    trust: bool,
    dry_run: bool,
) -> int:
    """Look at the project and propose .architect.yaml and AGENTS.md for it.

    A file that exists is never changed: what it lacks is shown. Without a terminal nothing is
    written unless --yes says so.
    """
    from architect.app.first_run.proposal import proposal
    from architect.cli.printer import PlainPrinter, stderr_printer

    root = workspace or Path()
    if not root.is_dir():
        raise click.UsageError(english("{root!r} is not a folder.", root=str(root)))
    asks = sys.stdin.isatty() and sys.stderr.isatty() and not (yes or dry_run)
    system = _ci_system(root, preset, ci, asks=asks)
    found = proposal(root, cast(Any, preset), system, variable=_variable(root))
    out = stderr_printer() if asks else PlainPrinter(sys.stdout)
    _tell_facts(found, out)
    for file in found.files:
        _show(file, out)
    new = [file for file in found.files if not file.exists]
    if dry_run or not new:
        out.line(t("nothing was written") if new else t("nothing to write"), "dim")
        return SUCCESS
    if not (yes or asks):
        click.echo(
            t(
                "architect: no terminal to ask on, so nothing was written; review the above, "
                "then use --yes"
            ),
            err=True,
        )
        return FAILED
    written, failed = _write(root, new, asks=asks)
    _tell_next(found, written, out, trusted=_trust(root, found, written, asks=asks, trusts=trust))
    return FAILED if failed else SUCCESS


def _variable(root: Path) -> str:
    """The variable of the key that runs use here, as the one that CI gets."""
    from architect.bootstrap.models.keys import provider_variables
    from architect.bootstrap.models.known_providers import PROVIDERS
    from architect.bootstrap.models.providers import provider_of
    from architect.bootstrap.settings import load_settings
    from architect.domain.errors import UserError

    try:
        provider = provider_of(load_settings(None, root).config.llm)
    except UserError:
        provider = ""
    hosted = [each.prefix for each in PROVIDERS]
    return provider_variables(provider if provider in hosted else hosted[0])[0]


def _ci_system(root: Path, preset: str | None, ci: str | None, *, asks: bool) -> "CiSystem | None":
    if ci is None and preset == "ci":
        places = {".gitlab-ci.yml": "gitlab", "Jenkinsfile": "jenkins"}
        ci = next((name for file, name in places.items() if (root / file).exists()), "github")
    elif ci is None and asks:
        ci = click.prompt(
            t("Have CI review changes? A file for"), type=_CI, default="none", err=True
        )
    return None if ci in (None, "none") else cast("CiSystem", ci)


def _tell_facts(found: "Proposal", out: "Printer") -> None:
    from architect.domain.escape_controls import escape_controls, in_one_line

    def say(text: str) -> None:
        out.line(escape_controls(in_one_line(text)))

    facts = found.facts
    if not facts.parts:
        say(t("found: no manifest of a language that is known"))
    for part in facts.parts:
        where = f"{part.relative}: " if part.relative else ""
        checks = "; ".join(f"{each.kind}: {each.command}" for each in part.checks)
        say(
            t(
                "found: {where}{language} ({manager}); {checks}",
                where=where,
                language=part.language,
                manager=part.manager,
                checks=checks or t("nothing that checks it"),
            )
        )
    for name in facts.ci:
        say(t("found: {name}", name=name))
    wanted = {"python": ("Python",), "node-react": ("JavaScript", "TypeScript")}.get(found.preset)
    if wanted and not any(each in wanted for each in facts.languages):
        say(
            t(
                "note: the preset {preset} is for {wanted}; here is {languages}",
                preset=found.preset,
                wanted=_either(wanted),
                languages=_either(facts.languages) or t("neither"),
            )
        )


def _either(names: Sequence[str]) -> str:
    *others, last = names or [""]
    return t("{names} or {last}", names=_either(others), last=last) if others else last


def _show(file: "ProposedFile", out: "Printer") -> None:
    from architect.cli.diff_lines import diff_lines
    from architect.domain.escape_controls import escape_controls

    out.line("")
    if not file.exists:
        out.line(t("{path}: new", path=file.path), "title")
    elif file.note:
        out.line(
            escape_controls(
                t("{path} exists and stays as it is; {note}", path=file.path, note=file.note)
            ),
            "warning",
        )
    elif file.diff:
        out.line(
            t("{path} exists and stays as it is; this could be added:", path=file.path), "title"
        )
    else:
        out.line(t("{path} exists and stays as it is; it lacks nothing", path=file.path), "title")
    for line, style in diff_lines(file.diff, limit=sys.maxsize) if file.diff else ():
        out.code(escape_controls(f"  {line}"), style, column=3)


def _write(
    root: Path, files: Sequence["ProposedFile"], *, asks: bool
) -> tuple[list["ProposedFile"], bool]:
    """Those that were written, and whether one could not be."""
    from architect.app.first_run.writing import write_new
    from architect.cli.result_stream import print_result
    from architect.domain.errors import UserError

    written: list[ProposedFile] = []
    failed = False
    for file in files:
        if asks and not click.confirm(t("Write {path}?", path=file.path), default=True, err=True):
            continue
        try:
            write_new(root, file.path, file.text)
        except UserError as error:
            print_note(f"architect: {shown(str(error))}")
            failed = True
            continue
        print_result(t("written: {path}", path=file.path))
        written.append(file)
    return written, failed


def _trust(
    root: Path, found: "Proposal", written: Sequence["ProposedFile"], *, asks: bool, trusts: bool
) -> bool:
    """Whether all of the new configuration counts: it may be trusted, as what was just shown."""
    from architect.app.first_run.proposal import CONFIG
    from architect.bootstrap.settings import load_settings
    from architect.cli.result_stream import print_result
    from architect.domain.errors import UserError
    from architect.domain.escape_controls import escape_controls

    new = next((file for file in written if file.path == CONFIG), None)
    if new is None:
        return True
    try:
        question = load_settings(None, root).question
    except UserError as error:
        print_note(escape_controls(f"architect: {shown(str(error))}"))
        return False
    if question is None:
        return True
    bound = question.files.get(CONFIG)
    if bound is None or bound.text != new.text:
        return False  # somebody else has written meanwhile: `architect trust` shows what
    if not (asks or trusts):
        return False
    others = sorted(name for name in question.files if name != CONFIG)
    if not trusts:
        print_note(t("These settings do not count until you trust the project:"))
        for place in question.ignored:
            print_note(escape_controls(f"  {shown(place)}"))
        for name in others:
            print_note(escape_controls(t("with it you trust {name}, as it is now", name=name)))
        if not click.confirm(t("Trust this project?"), default=False, err=True):
            return False
    question.trust()
    names = ", ".join([CONFIG, *others])
    print_result(t("trusted, until one of these files changes: {names}", names=names))
    return True


def _tell_next(
    found: "Proposal", written: Sequence["ProposedFile"], out: "Printer", *, trusted: bool
) -> None:
    from shlex import quote

    if not written:
        return
    out.line("")
    out.line(t("next:"), "title")
    if not trusted:
        out.line(
            t("  architect trust            # until then gates, hooks and the like do not count")
        )
    if found.facts.repository == "none":
        out.line(t("  git init                   # checkpoints and reviews of changes need git"))
    else:
        names = " ".join(quote(file.path) for file in written)
        out.line(f"  git add {names}")
    out.line(t("  architect doctor           # is there a model, a key, a sandbox?"))
    out.line('  architect run "..."')
    if any(file.path.endswith(("architect.yml", ".gitlab-ci.yml")) for file in written) or any(
        file.path.startswith("Jenkinsfile") for file in written
    ):
        out.line(t("  The comment at the top of the CI file says what it needs before it works."))
