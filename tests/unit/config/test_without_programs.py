"""Settings that start programs, which do not count where the user of an editor forbids that."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from architect.checked.field import Field
from architect.checked.model import Model, fields_of
from architect.config.schema import Config
from architect.config.trust import rule_for
from architect.config.trust_table import starts_programs
from architect.config.without_programs import without_programs

CODE = frozenset({"args", "argv", "command", "commands", "exec", "program", "script", "shell"})
"""What a setting is called that is, or has, a command line."""

START_NOTHING = {
    "commands",
    "commands.safe_commands",
    "guardrails.blocked_commands",
    "guardrails.max_commands_executed",
}
"""Settings called so that only say which commands of the model may run."""

EVERYTHING = Config.model_validate(
    {
        "llm": {"model": "m"},
        "agents": {"mine": {"system_prompt": "You are mine."}},
        "commands": {"sandbox": "require", "safe_commands": ["ls"]},
        "guardrails": {
            "protected_files": ["a"],
            "quality_gates": [{"name": "tests", "command": "pytest"}],
        },
        "hooks": {"session_start": [{"command": "true"}]},
    }
)


def models_in(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for inner in get_args(annotation):
        yield from models_in(inner)


def settings(section: type[Model], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of all settings, of those of a list or of a mapping too."""
    for name, field in fields_of(section).items():
        inner = list(models_in(field.annotation))
        yield (*at, name)
        any_name = ("*",) if get_origin(field.annotation) is dict else ()
        for model in inner:
            yield from settings(model, (*at, name, *any_name))


def test_every_setting_that_is_a_command_line_is_known_to_start_a_program() -> None:
    of_code = {".".join(path) for path in settings(Config) if CODE & set(path[-1].split("_"))}
    assert "guardrails.quality_gates.command" in of_code
    unclassified = [
        key for key in of_code - START_NOTHING if rule_for(tuple(key.split("."))) != starts_programs
    ]
    assert unclassified == []


def test_every_setting_has_a_rule() -> None:
    paths = list(settings(Config))
    sections = {path[:length] for path in paths for length in range(len(path))}
    without = [path for path in paths if path not in sections and rule_for(path) is None]
    assert without == []


def test_no_program_is_left_and_all_else_is_as_it_was() -> None:
    left = without_programs(EVERYTHING)
    assert not left.commands.enabled
    assert left.hooks == Config().hooks
    assert left.guardrails.quality_gates == ()
    back = left.model_copy(
        update={
            "commands": left.commands.model_copy(update={"enabled": True}),
            "hooks": EVERYTHING.hooks,
            "guardrails": left.guardrails.model_copy(
                update={"quality_gates": EVERYTHING.guardrails.quality_gates}
            ),
        }
    )
    assert back == EVERYTHING


class Server(Model):
    command: str


class Servers(Model):
    started: tuple[Server, ...] = ()


class Later(Config):
    """A configuration with a section that nobody has made a rule for."""

    servers: Servers = Field(default_factory=Servers)


def test_a_section_without_a_rule_does_not_count() -> None:
    later = Later(servers=Servers(started=(Server(command="serve"),)))
    assert ("servers", "started", "command") in list(settings(Later))
    left = without_programs(later)
    assert isinstance(left, Later)
    assert left.servers.started == ()
