"""What a conversation says of an error, with what can be done about it there."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from architect.domain.errors import ArchitectError
from architect.domain.remedies import RemedyKind
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.config.llm import LlmSettings

_REMEDIES: Mapping[RemedyKind, str] = {
    "selectModel": english(
        "  /model lists the models there are, /model NAME chooses one, and /model URL "
        "asks an OpenAI-compatible server. "
        "`architect login openai` (or another provider) keeps a key, and a local Ollama or LM "
        "Studio is found by itself."
    ),
    "enterKey": english(
        "  `architect login` keeps a key for its provider; then send the message again."
    ),
    "retry": english("  To try again, send the message again."),
    "startOllama": english("  Start it with `ollama serve`; then send the message again."),
}


_REFUSED_KEY = english(
    "  Correct the key where it comes from, then come back with `architect chat --resume`; "
    "`architect login` keeps one where no variable has it. /model NAME chooses another model."
)


def failure_remedy(kind: RemedyKind) -> str:
    """What helps when a run failed, of which a key was refused; empty if nothing is known."""
    if kind == "enterKey":
        return shown(_REFUSED_KEY)
    # Which setting is wrong has been said; it may be a server that does not run yet.
    return shown(_REMEDIES.get("retry" if kind == "openSettings" else kind, ""))


def error_lines(error: ArchitectError) -> tuple[str, ...]:
    """The error, and what helps against it in a conversation."""
    remedy = _REMEDIES.get(error.remedy) if error.remedy is not None else None
    if remedy is None:
        return (t("error: {error}", error=shown(str(error))),)
    return (t("error: {error}", error=shown(error.brief or str(error))), shown(remedy))


def model_problem_lines(llm: "LlmSettings", api_key: str | None) -> tuple[str, ...]:
    """That there is no key for the model, or no model at all; nothing if nothing is known."""
    from architect.bootstrap.models.kept_keys import kept_keys
    from architect.bootstrap.models.model_problem import missing_key

    kept = kept_keys(llm, os.environ)
    error = missing_key(llm, os.environ, api_key=api_key, kept=kept)
    return () if error is None else error_lines(error)
