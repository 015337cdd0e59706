"""Importing ahead what a run will need, for a process that lives longer than one."""

from importlib import import_module

from architect.bootstrap import models
from architect.config.llm import LlmSettings

_OF_TOOLS = (
    "architect.adapters.commands.local_shell",
    "architect.adapters.commands.resource_limits",
    "architect.adapters.commands.sandbox",
    "architect.adapters.search.ripgrep",
    "architect.domain.patch.patched_document",
    "architect.policy.commands.judge",
    "architect.policy.commands.named_files",
    "architect.policy.commands.needs",
    "tree_sitter_bash",
)
"""What is imported at the first call of a tool. That would stop an event loop for up to 50 ms."""


def warm_up(llm: LlmSettings) -> None:
    """Import what a run with these settings will need; takes seconds, so meant for a thread."""
    for name in _OF_TOOLS:
        import_module(name)
    models.warm_up(llm)
