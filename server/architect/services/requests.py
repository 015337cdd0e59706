"""What a face asks for."""

from dataclasses import dataclass

from architect.domain.verdict import ConfirmMode


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A task for an agent. `mode` and `max_steps` None leave it to the agent.

    `attachments` are texts that go with the task, each with a title.
    """

    task: str
    agent: str
    mode: ConfirmMode | None = None
    max_steps: int | None = None
    timeout_s: float | None = None
    dry_run: bool = False
    attachments: tuple[tuple[str, str], ...] = ()


def opening_message(request: RunRequest) -> str:
    """The first message to the model: the task, then what goes with it."""
    parts = [request.task]
    parts += [f"<{title}>\n{text}\n</{title}>" for title, text in request.attachments]
    return "\n\n".join(parts)
