"""Settings given as command line flags."""

from typing import Any

from architect.config.layer import Layer, nested

_SPELLINGS = {
    "auto_review.enabled": "--auto-review",
    "commands.enabled": "--no-commands",
    "costs.budget_usd": "--budget",
    "evaluation.mode": "--self-eval",
    "health.enabled": "--health",
    "health.fail_on_worse": "--fail-on-worse",
    "llm.stream": "--no-stream",
    "logging.file": "--log-file",
    "logging.level": "--log-level",
    "workspace.root": "--workspace",
}


def flag_layer(key: str, value: Any) -> Layer:
    """The setting of one flag; `key` is dotted, `agents.build.max_steps` for `--max-steps`."""
    return Layer(_flag(key), nested(key.split("."), value))


def _flag(key: str) -> str:
    last = key.rpartition(".")[2]
    if last == "confirm_mode":
        return "--mode"
    return _SPELLINGS.get(key) or "--" + last.replace("_", "-")
