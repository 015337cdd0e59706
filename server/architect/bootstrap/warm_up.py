"""Importing ahead what a run will need, for a process that lives longer than one."""

import sys
import time
from importlib import import_module

from architect.bootstrap.models import open_model as models
from architect.bootstrap.models.providers import speaks_openai
from architect.config.llm import LlmSettings
from architect.frozen import compile_init
from architect.lazy_pattern import LazyPattern
from architect.policy.secrets.redactor import Redactor
from architect.tools.built_in import BUILT_IN
from architect.tools.schema import parameters_of

_OF_EVERY_RUN = (
    "architect.adapters.models.served_models",
    "architect.adapters.models.window_asking_model",
    "architect.domain.corrections",
    "architect.services.mentions.mentioned",
    "architect.services.opening.project_map",
)
"""What only the way to the first request needs."""

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


_BETWEEN_S = 0.0005


def warm_up(llm: LlmSettings) -> None:
    """Import what a run with these settings will need; takes up to seconds, so meant for a thread.

    What a run waits for comes first, as one may have begun; LiteLLM keeps it waiting anyway.
    """
    steps = [lambda: models.warm_up(llm), _warm_up_tools]
    for step in steps if is_light(llm) else reversed(steps):
        step()
    for name in _OF_EVERY_RUN:
        import_module(name)
    _compile()


def _compile() -> None:
    """Compile what would be compiled at its first use, which takes 10 ms of a first run.

    One at a time: a run that has begun meanwhile would wait for the interpreter.
    """
    modules = [module for name, module in sys.modules.items() if name.startswith("architect.")]
    for value in [value for module in modules for value in vars(module).values()]:
        if isinstance(value, LazyPattern):
            value.compile()
        elif not isinstance(value, type) or not compile_init(value):
            continue
        time.sleep(_BETWEEN_S)
    Redactor().clean("password: , token = , key: , secret = ")


def _warm_up_tools() -> None:
    for tool in BUILT_IN:
        parameters_of(tool.args_model)
    for name in _OF_TOOLS:
        import_module(name)


def is_light(llm: LlmSettings) -> bool:
    """Whether `warm_up` takes about 0.1 s and 10 MB, and not the seconds and 170 MB of LiteLLM."""
    return speaks_openai(llm)
