"""The names of the modes that people choose from; `app.run_modes` knows what each means."""

from typing import Literal, get_args

RunMode = Literal["ask", "edit", "plan", "yolo", "confirm-sensitive", "confirm-all"]

RUN_MODES: tuple[RunMode, ...] = get_args(RunMode)
