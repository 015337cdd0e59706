"""How edits come into an editor; a run without an editor has no use for these."""

from typing import Literal

from architect.checked.model import Model


class EditSettings(Model):
    """`review` says when the user looks at edits, `save` what happens before a command runs.

    With `report_problems` the model is told what language servers report of a file since its edit.
    """

    review: Literal["confirm", "after", "propose"] = "after"
    save: Literal["auto", "ask", "never"] = "auto"
    report_problems: bool = True
