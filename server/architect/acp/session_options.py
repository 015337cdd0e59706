"""What can be chosen in a session: the mode, the model, how much it thinks.

https://agentclientprotocol.com/protocol/session-modes and
https://agentclientprotocol.com/protocol/session-config-options
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from architect.acp.faults import invalid
from architect.app.choices import MODES, Choices
from architect.config.nearest import did_you_mean
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_mode import RunMode
from architect.l10n import english, shown, t

FIRST_MODE: RunMode = "ask"
"""A client that knows nothing of modes has its user asked about each edit."""

_NAMES: Mapping[RunMode, str] = {"ask": "Ask", "edit": "Edit", "plan": "Plan", "yolo": "YOLO"}
_DEFAULT = "default"
_Name = TypeVar("_Name", bound=str)


def modes(choices: Choices) -> dict[str, Any]:
    """The modes there are, and the one of now."""
    known = [
        {"id": mode, "name": _NAMES[mode], "description": shown(meaning)}
        for mode, meaning in MODES.items()
    ]
    return {"currentModeId": choices.mode or FIRST_MODE, "availableModes": known}


def config_options(choices: Choices, model: str, models: Sequence[str]) -> list[dict[str, Any]]:
    """What else can be chosen; `model` is that of now, `models` those known to be usable."""
    named = dict.fromkeys((model, *models))
    efforts = get_args(ReasoningEffort)
    return [
        _select("mode", t("Mode"), "mode", choices.mode or FIRST_MODE, _NAMES),
        _select("model", t("Model"), "model", model, {name: name for name in named}),
        _select(
            "reasoning",
            t("Reasoning effort"),
            "thought_level",
            choices.reasoning or _DEFAULT,
            {_DEFAULT: t("Default"), **{each: each.capitalize() for each in efforts}},
        ),
    ]


def choose(choices: Choices, option: str, value: object) -> None:
    """Have `value` be chosen from the next prompt on.

    Raises:
        AcpFault: there is no such option, or no such value of it.
    """
    match option:
        case "mode":
            choices.mode = _one_of(MODES, option, value)
        case "model" if isinstance(value, str) and value:
            choices.model = value
        case "reasoning":
            known = {_DEFAULT: None} | {each: each for each in get_args(ReasoningEffort)}
            choices.reasoning = known[_one_of(known, option, value)]
        case "model":
            raise invalid(english("{value!r} is no name of a model", value=value))
        case _:
            raise invalid(
                english(
                    "there is no option {option!r}; there are mode, model, reasoning", option=option
                )
            )


def _one_of(known: Mapping[_Name, object], option: str, value: object) -> _Name:
    for each in known:
        if each == value:
            return each
    hint = did_you_mean(str(value), list(known)) or f"; there are {', '.join(known)}"
    raise invalid(
        english("{option} has no value {value!r}{hint}", option=option, value=value, hint=hint)
    )


def _select(
    key: str, name: str, category: str, value: str, known: Mapping[Any, str]
) -> dict[str, Any]:
    options = [{"value": each, "name": called} for each, called in known.items()]
    chosen = {"type": "select", "currentValue": value, "options": options}
    return {"id": key, "name": name, "category": category, **chosen}
