"""What a person can do after a run, as commands to copy."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from shlex import quote

from architect.adapters.models.faults.shown_address import without_login
from architect.cli.word_wrap import cells
from architect.domain.ids import RunId
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.l10n import t


def next_steps(
    state: AgentState,
    run_id: RunId,
    workspace: Path | None,
    *,
    models: str = "",
    width: int | None = None,
) -> Iterator[str]:
    """Commands with the ids of the run; `workspace` is the folder that has to be named in them.

    `models` are the flags without which the model would be another one, see `model_flags`.
    `width` as in `labelled`.
    """
    if state.started is None:
        return
    where = workspace_flag(workspace)
    changed = bool(state.files_modified)
    prompt = ' "..."' if state.status is Status.SUCCESS else ""
    resume = f"architect resume{where} {state.started.session_id}{models}{prompt}"
    commands = {
        t("changes"): f"architect diff{where} {run_id}" if changed else "",
        t("undo"): f"architect undo{where} {run_id}" if changed else "",
        t("resume"): resume,
    }
    yield from labelled(commands, width)


def labelled(commands: Mapping[str, str], width: int | None) -> Iterator[str]:
    """Commands behind what they are for, below each other; an empty one is left out.

    One that does not fit into `width` cells there has a line of its own, to be copied whole.
    """
    column = max(map(len, commands)) + 1
    for label, command in commands.items():
        line = f"{label + ':':{column}} {command}"
        if command and width is not None and cells(line) > width:
            yield from (f"{label}:", command)
        elif command:
            yield line


def undo_command(run_id: str, workspace: Path | None) -> str:
    """What undoes a run, typed where `workspace` has to be named, if it is one."""
    return f"architect undo{workspace_flag(workspace)} {run_id}"


def workspace_flag(workspace: Path | None) -> str:
    """The flag that names a folder, with a space before it."""
    return "" if workspace is None else f" -w {quote(str(workspace))}"


def model_flags(model: str | None, api_base: str | None) -> str:
    """The flags that choose a model, with a space before each; a login is left out."""
    shown = without_login(api_base).partition("?")[0] if api_base else None
    given = {"--model": model, "--api-base": shown}
    return "".join(f" {flag} {quote(value)}" for flag, value in given.items() if value)
