"""Importing ahead what a run will need, for a process that lives longer than one."""

from importlib import import_module

from architect.bootstrap.models import open_model as models
from architect.config.llm import LlmSettings

_OF_TOOLS = (
    "architect.adapters.shell.local_shell",
    "architect.adapters.process.resource_limits",
    "architect.adapters.sandbox.sandbox",
    "architect.adapters.search.ripgrep",
    "architect.domain.text.patch.patched_document",
    "architect.policy.shell.judge",
    "architect.policy.shell.files.named_files",
    "architect.policy.shell.needs",
    "tree_sitter_bash",
)
"""What is imported at the first call of a tool. That would stop an event loop for up to 50 ms."""


def warm_up(llm: LlmSettings) -> None:
    """Import what a run with these settings will need; takes seconds, so meant for a thread."""
    for name in _OF_TOOLS:
        import_module(name)
    models.warm_up(llm)
