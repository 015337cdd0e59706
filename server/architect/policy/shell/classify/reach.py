"""How far a command reaches: into the network, out of the workspace, or not."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.loopback import stays_on_machine
from architect.policy.shell.programs.table import load_table, names
from architect.policy.shell.syntax.script import Script, Text, Variable, Word, commands
from architect.policy.shell.verdict import CommandClass, Finding, Reach, dangerous

_OUT = lazy_pattern(r"[/~]|-+\w*[/~]|.*=[/~]|(?:.*[/=])?\.\.(?:/|$)")
"""A word that may lead out of the folder: absolute, of a home, with `..`, also in an option."""

_NOWHERE = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})


def reaching(finding: Finding, words: Sequence[Word]) -> Finding:
    """`finding` about `words` with how far they reach; what is harmless reaches nowhere.

    What the user calls safe is known as well if it talks to the network.
    """
    known = _known_reach(words)
    if finding.command_class is CommandClass.DANGEROUS:
        return replace(finding, reach=known or finding.reach)
    if finding.command_class is CommandClass.DEV and _works_elsewhere(words):
        return dangerous(
            english("{call} works outside the workspace", call=words[0].source), Reach.OUTSIDE
        )
    if finding.command_class is CommandClass.DEV and not all(map(stays_inside, words)):
        return replace(finding, reach=Reach.OUTSIDE)
    if known in (Reach.SENDS, Reach.FETCHES) and not finding.reason:
        return finding if _has_rule(words) else replace(finding, reach=known)
    return finding


_ELSEWHERE = lazy_pattern(
    r"(?:-[Cf]|--(?:directory|prefix|cwd|dir|root|rootdir|project|manifest-path|file|makefile|config)=)?"
    r"(?:/(?!/|(?:usr|opt|lib|lib64|tmp|dev|nix|proc|var/tmp)(?:/|$))|~|(?:[^=]*/)?\.\.(?:/|$))"
)
"""What a build tool is to work on: an operand, or the value of an option for a folder."""


def _works_elsewhere(words: Sequence[Word]) -> bool:
    """Whether a build tool is pointed outside; `cmake ..` is what one says in the build folder."""
    of_build_folder = literal(words[0]) in ("cmake", "ctest", "meson")
    return any(
        _points_elsewhere(word)
        for word in words[1:]
        if not (of_build_folder and literal(word) in ("..", "../"))
    )


def _points_elsewhere(word: Word) -> bool:
    first = word.parts[0] if word.parts else None
    if isinstance(first, Variable) and first.name in ("HOME", "OLDPWD"):
        return True
    return isinstance(first, Text) and _ELSEWHERE.match(first.value) is not None


def leaves_folder(script: Script) -> Iterator[Finding]:
    """A finding if later commands of `script` may run outside the workspace."""
    for command in commands(script):
        if command.words and literal(command.words[0]) in ("cd", "pushd", "popd"):
            target = command.words[-1]
            if len(command.words) == 1 or literal(target) == "-" or not stays_inside(target):
                yield Finding(CommandClass.SAFE, reach=Reach.OUTSIDE)


def stays_inside(word: Word) -> bool:
    """Whether `word`, if it is a path, cannot lead out of the folder the command runs in."""
    if literal(word) in _NOWHERE:
        return True
    if not all(isinstance(part, Text) for part in word.parts):
        return False
    text = "".join(part.value for part in word.parts if isinstance(part, Text))
    return _OUT.match(text) is None


def _known_reach(words: Sequence[Word]) -> Reach | None:
    """How far `words` reach by what is known of their program; None if nothing is."""
    texts = [literal(word) or "" for word in words]
    program = texts[0].rsplit("/", 1)[-1]
    if program == "git":
        return _git_reach(texts[1:], words)
    if program in names("programs that fetch"):
        if None not in map(literal, words) and stays_on_machine(program, texts[1:]):
            return Reach.INSIDE if all(map(stays_inside, words[1:])) else Reach.OUTSIDE
        return Reach.FETCHES
    if program in names("programs that install or upload"):
        return Reach.SENDS
    if program in names("programs that only move files"):
        inside = all(map(stays_inside, words[1:]))
        return Reach.INSIDE if inside else Reach.OUTSIDE
    return None


def _git_reach(arguments: Sequence[str], words: Sequence[Word]) -> Reach | None:
    subcommand = next((word for word in arguments if word and not word.startswith("-")), "")
    if subcommand in ("push", "send-email"):
        return Reach.SENDS
    if _only_sets(subcommand, arguments):
        return Reach.SENDS
    if subcommand in names("git commands that fetch"):
        return Reach.FETCHES
    plain = bool(arguments) and arguments[0] == subcommand and all(map(stays_inside, words[1:]))
    if plain and subcommand in names("git commands that stay"):
        return Reach.INSIDE
    return None


_SETTING = {
    "remote": frozenset({"add", "rename", "remove", "rm", "set-url", "set-branches"}),
    "submodule": frozenset({"set-url", "set-branch", "deinit", "absorbgitdirs"}),
}
"""By subcommand of git, what only says where it is to send to and fetch from."""


def _only_sets(subcommand: str, arguments: Sequence[str]) -> bool:
    """Whether git writes where it is to fetch from, and fetches nothing yet."""
    words = [word for word in arguments if word and not word.startswith("-")]
    if not {"-f", "--fetch"}.isdisjoint(arguments):
        return False
    return words[1:2] != [] and words[1] in _SETTING.get(subcommand, ())


def _has_rule(words: Sequence[Word]) -> bool:
    """Whether the table itself calls this harmless: `git remote -v`, `pip list`."""
    return (literal(words[0]) or "").rsplit("/", 1)[-1] in load_table().rules
