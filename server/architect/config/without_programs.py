"""The configuration as it holds where nothing that is configured may start a program."""

from typing import Any

from architect.checked.model import Model, fields_of
from architect.config.schema import Config
from architect.config.trust import rule_for
from architect.config.trust_table import RULES, allows_programs, starts_programs

Path = tuple[str, ...]


def without_programs(config: Config) -> Config:
    """`config` with no program in it that a run would start, and none that it may.

    What does the table of trust says, setting by setting; one that it does not know is left at its
    default, since it may be such a program.
    """
    return config.model_copy(update=_harmless(config, ()))


def _harmless(section: Model, at: Path) -> dict[str, Any]:
    """The settings of `section`, at the path `at`, that are not as they are given."""
    changed: dict[str, Any] = {}
    for name, field in fields_of(type(section)).items():
        path, value = (*at, name), getattr(section, name)
        match rule_for(path):
            case rule if rule is allows_programs:
                changed[name] = False
            case rule if rule is starts_programs or (rule is None and not _is_known(path)):
                changed[name] = field.get_default()
            case None if isinstance(value, Model):
                changed[name] = value.model_copy(update=_harmless(value, path))
            case _:
                pass
    return changed


def _is_known(path: Path) -> bool:
    """Whether the table has rules for what stands in the section `path`."""
    start = ".".join((*path, ""))
    return any(key.startswith(start) for key in RULES)
