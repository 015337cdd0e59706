"""Where shells look for completions, and what is written there."""

from collections.abc import Mapping
from pathlib import Path

from architect.domain.errors import UserError
from architect.frozen import frozen
from architect.l10n import english, joined

SHELLS = ("bash", "zsh", "fish")
_BEGIN, _END = "# >>> architect completion >>>", "# <<< architect completion <<<"


@frozen
class Installation:
    """What has to be in `path`: the whole file, or a part between two marks that leaves the rest.

    `before` is what is there, None if there is no file; `after` is what it becomes.
    """

    shell: str
    path: Path
    before: str | None
    after: str

    @property
    def is_there(self) -> bool:
        return self.before == self.after


def shell_of(environ: Mapping[str, str]) -> str:
    """The shell that the user has, by its name.

    Raises:
        UserError: it is none for which there are completions.
    """
    name = Path(environ.get("SHELL", "")).name
    if name in SHELLS:
        return name
    first, *others = SHELLS
    why = (
        english("there are no completions for {name!r}", name=name)
        if name
        else english("$SHELL does not say which it is")
    )
    how = english(
        "name one: architect completion install {first} ({others})",
        first=first,
        others=", ".join(others),
    )
    raise UserError(joined("; ", (why, how)))


def installation(shell: str, environ: Mapping[str, str]) -> Installation:
    """What to write for `shell`: a file of our own for fish, a marked part of a file for others.

    Raises:
        UserError: the file cannot be read.
    """
    home = Path(environ.get("HOME") or Path.home())
    if shell == "fish":
        folder = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
        path = folder / "fish" / "conf.d" / "architect.fish"
    elif shell == "zsh":
        path = Path(environ.get("ZDOTDIR") or home) / ".zshrc"
    else:
        path = home / ".bashrc"
    before = _content(path)
    return Installation(shell, path, before, _with_part(before or "", _lines(shell)))


def _lines(shell: str) -> str:
    if shell == "fish":
        return "command -q architect; and env _ARCHITECT_COMPLETE=fish_source architect | source"
    # zsh completes only after compinit; a start without architect is none that fails.
    compinit = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\n"
    start = compinit if shell == "zsh" else ""
    return (
        f"{start}command -v architect >/dev/null && "
        f'eval "$(_ARCHITECT_COMPLETE={shell}_source architect)"'
    )


def _with_part(text: str, lines: str) -> str:
    """`text` with our part, in place of one that is there already."""
    part = f"{_BEGIN}\n{lines}\n{_END}\n"
    begin, end = text.find(f"{_BEGIN}\n"), text.find(f"{_END}\n")
    if 0 <= begin < end:
        return text[:begin] + part + text[end + len(_END) + 1 :]
    separator = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return text + separator + part


def _content(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"{str(path)!r}: {error.strerror}") from error


def install(wanted: Installation) -> None:
    """Write it, in the mode that the file has; a link stays one.

    Raises:
        UserError: it cannot be written, or was changed since it was read.
    """
    if _content(wanted.path) != wanted.before:
        raise UserError(english("{path!r} was changed meanwhile; try again", path=str(wanted.path)))
    data = wanted.after.encode("utf-8", "surrogateescape")
    try:
        path = wanted.path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.architect")
        part.write_bytes(data)
        if path.exists():
            part.chmod(path.stat().st_mode & 0o7777)
        part.replace(path)
    except OSError as error:
        raise UserError(f"{str(wanted.path)!r}: {error.strerror}") from error
