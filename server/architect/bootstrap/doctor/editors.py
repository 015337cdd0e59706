"""What editors need: the command that they start, and our extension or plugin in them."""

import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from architect.adapters.process.programs import find_program
from architect.bootstrap.doctor.check import Check, State
from architect.bootstrap.doctor.machine import version
from architect.l10n import english

_VSCODE = {
    ".vscode": "VS Code",
    ".vscode-insiders": "VS Code Insiders",
    ".vscode-server": "VS Code Server",
    ".vscode-oss": "VSCodium",
    ".cursor": "Cursor",
    ".windsurf": "Windsurf",
}
_EXTENSION = "architect-lsp.architect-"
_OLDEST_NEOVIM = (0, 10)
_PLUGIN = "lua/architect/init.lua"
_PLUGIN_PLACES = ("site/pack/*/*/*", "lazy/*", "plugged/*")


def checks(environ: Mapping[str, str]) -> Sequence[Check]:
    """The command on PATH, and each editor that is here; blocks for their answers."""
    home = Path(environ.get("HOME") or Path.home())
    return [_command(), *_vscode(home), *_neovim(home, environ)]


def _command() -> Check:
    found = shutil.which("architect")
    if found is not None:
        return Check("command", State.OK, found)
    folder = Path(sys.executable).parent
    text = english("`architect` is not on PATH, where editors look for it")
    return Check(
        "command",
        State.WARNING,
        text,
        english("add it"),
        f'export PATH="{folder}:$PATH"',
    )


def _vscode(home: Path) -> Iterator[Check]:
    for folder, name in _VSCODE.items():
        extensions = home / folder / "extensions"
        if not extensions.is_dir():
            continue
        ours = sorted(each.name for each in extensions.glob(f"{_EXTENSION}*"))
        if ours:
            text = english("extension {extension}", extension=ours[-1].removeprefix(_EXTENSION))
            yield Check(
                name, State.OK, english("{text} in {extensions}", text=text, extensions=extensions)
            )
            continue
        fix = english("to use architect there, install the extension (`make vsix` builds it)")
        command = "code --install-extension dist/architect.vsix"
        yield Check(name, State.OK, english("without our extension"), fix, command)


def _neovim(home: Path, environ: Mapping[str, str]) -> Iterator[Check]:
    program = find_program("nvim")
    if program is None:
        return
    text = version(program)
    number = re.search(r"v(\d+)\.(\d+)", text)
    if number and (int(number[1]), int(number[2])) < _OLDEST_NEOVIM:
        oldest = ".".join(map(str, _OLDEST_NEOVIM))
        fix = english("update it to {oldest} or newer", oldest=oldest)
        yield Check(
            "Neovim",
            State.WARNING,
            english("{text} is too old", text=text),
            fix,
            "nvim --version",
        )
        return
    data = Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "nvim"
    if any(any(data.glob(f"{place}/{_PLUGIN}")) for place in _PLUGIN_PLACES):
        yield Check("Neovim", State.OK, english("{text}, with our plugin", text=text))
        return
    fix = english("if it is not set up yet, see docs/editors/neovim.md; to check it there")
    command = "nvim '+checkhealth architect'"
    yield Check(
        "Neovim",
        State.OK,
        english("{text}; our plugin is in none of the usual places", text=text),
        fix,
        command,
    )
