"""What a text tells the user to type exists: commands, options, settings, titles, make targets.

Texts are the documentation, help pages, the READMEs, and what the programs say (their sources).
Options are checked by the parsers of the commands themselves.
"""

import ast
import gettext
import re
import shlex
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import click
from tests.support.vscode_manifest import command_titles, manifest

from architect.acp.slash_commands import available_commands
from architect.agent.catalog import default_agents
from architect.cli.chat.slash.slash_commands import SLASH_COMMANDS
from architect.cli.main import architect

ROOT = Path(__file__).parents[2]
PAGES = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "config.example.yaml"),
    *("docs/**/*.md", "action/**/*.md"),
    *("client-vscode/README.md", "client-vscode/media/**/*.md", "client-vscode/package.nls*.json"),
    *("client-nvim/README.md", "client-nvim/doc/*.txt"),
)
SOURCES = ("server/architect/**/*.py", "client-vscode/src/**/*.ts", "client-nvim/lua/**/*.lua")
OTHERS = (
    *("docs/**/*.y*ml", "docs/**/Jenkinsfile", "docs/*.schema.json", "action/*.yml", "Makefile"),
    *(".pre-commit-hooks.yaml", "server/architect/app/first_run/templates/*"),
    *("client-vscode/schemas/*.json", "server/architect/agent/prompts/**/*.md"),
)
"""Files whose every line may have a call."""

_SAID = re.compile(r"(?<![`\w./:-])architect ((?:[a-z][a-z-]+)(?: [^\"'`\n]*)?)")
"""A call that stands in a message without backticks, and what is behind it."""

_QUOTED = re.compile(r"`([^`\n]+)`")
_END_OF_COMMAND = re.compile(r"\s(?:#|\||&&|;|>|<)\s?.*$")
_NOT_SPELLED_OUT = re.compile(r"\.\.\.|…|(?<!\$)\{[a-z_.]+\}|\[[A-Za-z-]")
_INDENTED = re.compile(r"^ {4,}.*$", re.MULTILINE)
_BLOCK = re.compile(r"^\s*```.*?^\s*```", re.MULTILINE | re.DOTALL)


def texts(patterns: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        for file in sorted(ROOT.glob(pattern)):
            if not {"decisions", "reference"} & set(file.parts) and file.is_file():
                yield file.relative_to(ROOT).as_posix(), text_of(file)


@cache
def text_of(file: Path) -> str:
    """What a file says: of a module what its texts say, however they are broken into pieces."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return "\n".join(literals(text)) if "rchitect" in text or "--" in text else ""
    return text


def literals(module: str) -> Iterator[str]:
    """The texts in a module; `{x}` stands for what is put into them."""
    parts: set[int] = set()
    for node in ast.walk(ast.parse(module)):
        match node:
            case ast.JoinedStr(values):
                parts |= set(map(id, values))
                yield "".join(
                    str(each.value) if isinstance(each, ast.Constant) else "{x}" for each in values
                )
            case ast.Constant(value=str(text)) if id(node) not in parts:
                yield text
            case _:
                pass


def translated() -> Iterator[tuple[str, str]]:
    """What is said in other languages."""
    for file in sorted(ROOT.glob("server/architect/locales/**/*.mo")):
        with file.open("rb") as catalogue:
            read = vars(gettext.GNUTranslations(catalogue))
        yield file.relative_to(ROOT).as_posix(), "\n".join(read["_catalog"].values())


def told(program: str) -> list[tuple[str, str]]:
    """Where which call of `program` stands: lines of code blocks, and what is in backticks."""
    found: list[tuple[str, str]] = []
    for place, text in texts(PAGES):
        code = _BLOCK if place.endswith(".md") else _INDENTED
        blocks = "\n".join(code.findall(text))
        lines = [line.strip().removeprefix("$ ") for line in blocks.splitlines()]
        lines += [quoted.strip() for quoted in _QUOTED.findall(text)]
        found += [(place, line) for line in lines if line.startswith(f"{program} ")]
    for place, text in (*texts(SOURCES), *translated()):
        quoted = (each.strip() for each in _QUOTED.findall(text))
        found += [(place, line) for line in quoted if line.startswith(f"{program} ")]
    return list(dict.fromkeys(found))


def words_of(line: str) -> list[str] | None:
    """The arguments of a call, None if it is prose."""
    line = _END_OF_COMMAND.sub("", line).rstrip("\\ ")
    try:
        words = shlex.split(line)[1:]
    except ValueError:
        return None
    first = words and words[0].isupper()  # `architect NAME`, or `list|add|remove`
    words = [re.sub(r"^([a-z-]+)\|.*", r"\1", word) for word in words]
    return None if first else [word for word in words if not _NOT_SPELLED_OUT.search(word)]


def wrong(words: Sequence[str]) -> str:
    """Why `architect WORDS` cannot be typed, empty if it can."""
    command: click.Command = architect
    words = list(words)
    context = click.Context(command, info_name="architect")
    try:
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            _, found, words = command.resolve_command(context, words)
            assert found is not None
            command = found
            context = click.Context(command, info_name=command.name, parent=context)
        if not command.ignore_unknown_options:
            command.make_parser(context).parse_args(list(words))
    except click.BadOptionUsage as error:  # a text may name an option without its value
        return "" if words[-1] == error.option_name else error.format_message()
    except click.UsageError as error:
        return error.format_message()
    return ""


def test_every_call_of_the_command_line_that_is_told_is_understood() -> None:
    calls = [each for each in told("architect") if "->" not in each[1]]
    assert len(calls) > 150
    problems = {
        f"{place}: {line}": problem
        for place, line in calls
        if (words := words_of(line)) is not None and (problem := wrong(words))
    }
    assert problems == {}


def said(text: str) -> Iterator[str]:
    """The calls in a text without backticks: words that begin with a command, and their options.

    What follows may be prose, of which nothing is asked but that its options are there.
    """
    known = architect.list_commands(click.Context(architect))
    for found in _SAID.finditer(text):
        first, *words = _END_OF_COMMAND.sub("", found[1]).split()
        if first in known:
            spelled = [word for word in words if not _NOT_SPELLED_OUT.search(word)]
            yield " ".join([first, *spelled])


def wrong_option(line: str) -> str:
    """The first option in `line` that its command has not, empty if there is none."""
    words = line.split()
    command: click.Command = architect
    context = click.Context(command, info_name="architect")
    while isinstance(command, click.Group) and words:
        found = command.get_command(context, words[0])
        if found is None:
            break
        command, words = found, words[1:]
    known = {name for each in command.get_params(context) for name in getattr(each, "opts", ())}
    known |= {name for each in command.get_params(context) for name in each.secondary_opts}
    before = words[: words.index("--")] if "--" in words else words
    options = (word.rstrip(".,;:)`").partition("=")[0] for word in before)
    return next((each for each in options if each.startswith("--") and each not in known), "")


def test_every_call_in_a_message_or_a_template_has_a_command_and_its_options() -> None:
    every = (*texts((*SOURCES, *OTHERS)), *translated())
    found = {(place, line) for place, text in every for line in said(text)}
    assert len({place for place, _ in found}) > 30
    problems = {f"{place}: {line}": wrong_option(line) for place, line in found}
    assert {line: option for line, option in problems.items() if option} == {}
    assert wrong_option("run --modle x") == "--modle"
    assert wrong_option("mcp add name -- npx --yes") == ""


def options_of(command: click.Command, context: click.Context) -> Iterator[str]:
    for each in command.get_params(context):
        yield from (*each.opts, *each.secondary_opts)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) is not None:
                inner = click.Context(below, info_name=name, parent=context)
                yield from options_of(below, inner)


SAY_OPTIONS = tuple(
    f"server/architect/{name}/**/*.py"
    for name in ("cli", "app/workflows", "acp", "config", "agent", "services", "bootstrap/models")
)
"""What says nothing of options of other programs, but for those named below."""
OF_OTHERS = {"--message", "--no-pager", "--patch", "--stat", "--show-toplevel"}
"""Of git, in the demonstration and where a workspace is named by a command."""


def test_every_option_that_a_message_names_is_one_of_some_command() -> None:
    known = {*options_of(architect, click.Context(architect)), *OF_OTHERS}
    named = {
        (place, option)
        for place, text in texts(SAY_OPTIONS)
        for option in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*[a-z0-9]", text)
    }
    assert len(named) > 50
    assert sorted(each for each in named if each[1] not in known) == []


def test_every_command_that_is_told_of_a_conversation_in_an_editor_of_acp_is_there() -> None:
    names = {each["name"] for each in available_commands(default_agents())["availableCommands"]}
    [(_, page)] = texts(("docs/editors/acp.md",))
    told_of = set(re.findall(r"`/([a-z]+)(?= [^`]*`|`)", page))
    assert len(told_of) > 4
    assert told_of - names == set()


def test_every_command_that_is_told_of_a_conversation_on_a_terminal_is_there() -> None:
    told_of = texts(("docs/terminal.md", "README.md", "server/architect/cli/**/*.py"))
    named = {
        (place, name)
        for place, text in told_of
        for quoted in _QUOTED.findall(text)
        for name in re.findall(r"^/([a-z]+)(?= |$)", quoted)
    }
    assert len(named) > 20
    assert [each for each in named if each[1] not in SLASH_COMMANDS] == []


def test_every_link_of_the_walkthrough_leads_to_a_command() -> None:
    known = {command["command"] for command in contributed()["commands"]}
    pages = ("client-vscode/package.nls*.json", "client-vscode/media/**/*.md")
    linked = {
        name
        for _, text in texts(pages)
        for name in re.findall(r"command:(architect\.[\w.]+)", text)
    }
    assert linked and sorted(linked - known) == []


def test_an_option_or_a_command_that_is_not_there_is_found() -> None:
    assert wrong(["run", "--model", "x", "task"]) == ""
    assert wrong(["mcp", "add", "name", "--", "npx"]) == ""
    for line in ("runn x", "run --modle x", "mcp forget x", "sessions --frobnicate"):
        assert wrong(line.split()), line


ABOUT_THE_CLONE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/releasing.md")
"""Pages whose `make` is that of this repository, beside those of the editors."""


def test_every_make_target_that_is_told_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        line.split()[1]
        for place, line in told("make")
        if place in ABOUT_THE_CLONE or place.startswith(("client", "docs/editors", "docs/start/"))
    }
    assert len(named) > 5
    assert sorted(named - targets) == []


def test_every_extra_that_is_told_is_there_and_no_package_is_that_no_index_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = set(project["optional-dependencies"])
    every = [*texts(PAGES), *texts(SOURCES)]
    lists = {told for _, text in every for told in re.findall(r"\.whl\[([\w,]+)\]", text)}
    assert lists and {name for told in lists for name in told.split(",")} <= extras
    page = (ROOT / "docs/start/install.md").read_text()
    table = page.partition("\n## Extras\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", table)) == extras - {
        "acp",
        "litellm",
    }  # they bring nothing
    pattern = re.compile(r"\binstall [^\n`]*architect-lsp")
    assert [place for place, text in every if pattern.search(text)] == []


def contributed() -> dict[str, Any]:
    return manifest()["contributes"]


def test_every_title_and_setting_of_vs_code_that_is_told_is_there() -> None:
    titles = {
        title.removesuffix("...")
        for language in ("", "es")
        for title in command_titles(language).values()
    }
    settings: set[str] = set(contributed()["configuration"]["properties"])
    problems: list[str] = []
    for place, text in texts((*PAGES[:-2], "client-vscode/src/**/*.ts")):
        if "CHANGELOG" in place:
            continue
        for title in re.findall(r"\*Architect: ([^*\n]+)\*", text):
            if title.removesuffix("...") not in titles:
                problems.append(f"{place}: {title}")
        if "client-vscode/README" in place:
            for name in re.findall(r"`(architect\.[a-z]+(?:\.?[a-zA-Z]+)*)`", text):
                if name not in settings:
                    problems.append(f"{place}: {name}")
    assert problems == []


def test_every_key_of_vs_code_that_is_told_is_there() -> None:
    bound = contributed()["keybindings"]
    keys = {each[of] for each in bound for of in ("key", "mac") if of in each}
    told_of = {
        (place, key)
        for place, text in texts(("client-vscode/README.md", "client-vscode/media/**/*.md"))
        for key in re.findall(r"`((?:Ctrl|Cmd)\+K [A-Za-z+]+)`", text)
    }
    assert len(told_of) > 10
    assert sorted(each for each in told_of if each[1].lower() not in keys) == []


def test_every_command_of_neovim_that_is_told_is_there() -> None:
    tables = ("commands.lua", "chat_commands.lua")
    table = "".join((ROOT / "client-nvim/lua/architect" / name).read_text() for name in tables)
    known = re.findall(r"^\s*(?:\['([a-z-]+)'\]|([a-z_]+)) = ", table, re.MULTILINE)
    names = {name for pair in known for name in pair if name}
    problems = [
        f"{place}: {name}"
        for place, text in (*texts((*PAGES, *SOURCES)), *translated())
        for name in re.findall(r"[`'\"(]:Architect!? ([a-z]+)", text)
        if name not in names
    ]
    assert problems == []
