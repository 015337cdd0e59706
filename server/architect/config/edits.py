"""How edits come into an editor; a run without an editor has no use for these."""

from typing import Literal

from pydantic import BaseModel

from architect.config.section import SECTION


class EditSettings(BaseModel):
    """`review` says when the user looks at edits, `save` what happens before a command runs."""

    model_config = SECTION

    review: Literal["confirm", "after", "propose"] = "after"
    save: Literal["auto", "ask", "never"] = "auto"
