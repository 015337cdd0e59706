"""What `architect lsp` offers, by name alone: it is told before anything else is imported."""

from architect.lsp.handlers.commands.table import COMMAND_NAMES
from architect.lsp.transport.server_interface import Registration

REGISTRATION = Registration(
    commands=COMMAND_NAMES,
    requests=(
        "architect/confirm",
        "architect/save",
        "architect/problems",
        "architect/language",
        "architect/llm/complete",
        "architect/llm/models",
    ),
    notifications=(
        "architect/event",
        "architect/confirm/resolved",
        "architect/hunks/changed",
        "architect/workflow/changed",
        "architect/llm/delta",
    ),
)
