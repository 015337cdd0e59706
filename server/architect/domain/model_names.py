"""What the name of a model says."""

from collections.abc import Mapping
from typing import TypeVar

from architect.lazy_pattern import lazy_pattern

EDITOR = "vscode"
"""Stands alone, or before the id or family of one of the models that the editor offers."""

LOCAL_PROVIDERS = ("ollama/", "ollama_chat/", "lm_studio/", "hosted_vllm/", "recorded/")

_VERSION = lazy_pattern(r"[-@:](?:\d{4}|v\d|latest$)")
"""What follows the name of a model to name one of its versions: a date, a number, `latest`."""

T = TypeVar("T")


def editor_model_id(name: str) -> str | None:
    """Which of the editor's models `name` means, empty for the one it likes best.

    None if it means a model of another kind.
    """
    prefix, _, wanted = name.partition("/")
    return wanted if prefix == EDITOR else None


def entry_of(model: str, entries: Mapping[str, T]) -> T | None:
    """What `entries` has of `model`, None if it is not among them.

    The exact id first, with and without its provider; then the longest id that is followed by a
    version (`gpt-4o-2024-08-06` is a `gpt-4o`, `gpt-4o-mini` is not). A model of the editor is
    never one of a provider.
    """
    is_of_editor = editor_model_id(model) is not None
    for name in (model,) if is_of_editor else (model, model.rpartition("/")[2]):
        if name in entries:
            return entries[name]
        for version in reversed(list(_VERSION.finditer(name))):
            if name[: version.start()] in entries:
                return entries[name[: version.start()]]
    return None
