"""What `architect lsp` offers, by name alone: it is told before anything else is imported."""

from architect.lsp.transport.face import Offer

OFFER = Offer(
    commands=(
        "architect.run",
        "architect.resume",
        "architect.review",
        "architect.fix",
        "architect.cancel",
        "architect.answer",
        "architect.runs",
        "architect.events",
        "architect.diff",
        "architect.transcript",
        "architect.undo",
        "architect.hunks",
        "architect.keep",
        "architect.findings",
        "architect.sessions",
        "architect.agents",
        "architect.info",
    ),
    requests=(
        "architect/confirm",
        "architect/save",
        "architect/llm/complete",
        "architect/llm/models",
    ),
    notifications=(
        "architect/event",
        "architect/confirm/resolved",
        "architect/hunks/changed",
        "architect/llm/delta",
    ),
)
