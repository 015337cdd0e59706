"""`make recordings [NAME ...]`: plays the scenes, and writes what was to be seen into `docs/`."""

import sys
import tempfile
from pathlib import Path

from scripts.recordings.animation import animation
from scripts.recordings.scenes import SCENES, Scene, environment, project_in
from scripts.recordings.terminal import Picture, terminal

_PLACE = Path(__file__).parents[2] / "docs/recordings"


def _pictures(scene: Scene) -> list[Picture]:
    with tempfile.TemporaryDirectory(prefix="architect-") as name:
        home = Path(name)
        with terminal(
            scene.command,
            cwd=project_in(home),
            environment=environment(home),
            columns=scene.columns,
            rows=scene.rows,
        ) as screen:
            scene.play(screen)
        return screen.pictures


def main(names: list[str]) -> None:
    for name in names or SCENES:
        scene = SCENES[name]
        text = animation(_pictures(scene), columns=scene.columns, title=scene.title)
        (_PLACE / f"{name}.svg").write_text(text, encoding="utf-8")
        print(f"docs/recordings/{name}.svg: {len(text.encode()) // 1000} kB")


main(sys.argv[1:])
