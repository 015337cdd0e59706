"""How much of a run a person sees, and in which words."""

from pathlib import Path
from typing import Literal

from architect.app.front_end_words import FrontEndWords
from architect.frozen import frozen

Level = Literal["debug", "info", "human", "warn", "error"]
RANKS: dict[Level, int] = {"debug": 10, "info": 20, "human": 25, "warn": 30, "error": 40}


@frozen
class HumanLogOptions:
    """`stream` shows replies as they arrive; without it they are shown when complete.

    `heads` says what begins, and what each step has cost so far. `next_steps` says at the end what
    can be done then, in commands that name `workspace`, if that is not None, and have the flags
    `models` where a model is asked. `words` are those of errors.
    """

    level: Level = "human"
    stream: bool = True
    heads: bool = True
    next_steps: bool = False
    workspace: Path | None = None
    models: str = ""
    words: FrontEndWords = FrontEndWords()
