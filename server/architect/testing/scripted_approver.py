"""An approver with prepared answers."""

from collections.abc import Iterable

from architect.domain.verdict import Answer, Choice, Confirmation


class ScriptedApprover:
    """Gives `answers` one after the other and keeps the questions; then it denies."""

    def __init__(self, answers: Iterable[Choice] = ()) -> None:
        self.questions: list[Confirmation] = []
        self._answers = list(answers)

    async def confirm(self, question: Confirmation) -> Answer:
        self.questions.append(question)
        if not self._answers:
            return Answer(Choice.DENY, "no answer was prepared")
        return Answer(self._answers.pop(0))
