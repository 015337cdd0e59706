"""`make recordings [NAME ...]`: plays the scenes, and writes what was to be seen into `docs/`."""

import sys
from pathlib import Path

from scripts.recordings.animation import animation
from scripts.recordings.scenes import SCENES, played

_PLACE = Path(__file__).parents[2] / "docs/recordings"


def main(names: list[str]) -> None:
    for name in names or SCENES:
        scene = SCENES[name]
        text = animation(played(scene), columns=scene.columns, title=scene.title)
        (_PLACE / f"{name}.svg").write_text(text, encoding="utf-8")
        print(f"docs/recordings/{name}.svg: {len(text.encode()) // 1000} kB")


main(sys.argv[1:])
