"""Asking the user the one question that matters."""

from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.errors import ToolFault
from architect.domain.escape_controls import in_one_line
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.user_questions import ASK_USER, MOST_ANSWERS, MOST_CHARS
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

_NOBODY = "Nobody is here to answer: decide yourself, and say at the end what you assumed."
_SUMMARY_CHARS = 100


class AskUserArgs(ToolArgs):
    question: str
    options: tuple[str, ...] = ()


class AskUser(BaseTool[AskUserArgs]):
    """Waits for the words of the person at the front end; where nobody is, the model decides."""

    name = ASK_USER
    description = "Ask the user a question."
    args_model = AskUserArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: AskUserArgs, context: ToolContext) -> ToolResult:
        question, answers = args.question.strip(), tuple(map(_line, args.options))
        if not question or len(question) > MOST_CHARS:
            raise ToolFault(f"question must have 1 to {MOST_CHARS:,} characters")
        if len(answers) > MOST_ANSWERS or not all(0 < len(each) <= MOST_CHARS for each in answers):
            raise ToolFault(
                f"give at most {MOST_ANSWERS} options, each with 1 to {MOST_CHARS:,} characters"
            )
        answer = await context.ask(question, answers)
        return succeeded(_NOBODY if answer is None else f"The user answers: {answer}")

    def traits(self, args: AskUserArgs) -> CallTraits:
        line = _line(args.question)
        short = line if len(line) <= _SUMMARY_CHARS else f"{line[: _SUMMARY_CHARS - 3]}..."
        return replace(super().traits(args), summary=short)


def _line(text: str) -> str:
    return in_one_line(" ".join(text.split()))
