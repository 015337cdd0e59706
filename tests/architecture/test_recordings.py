"""The recordings of the documentation are small, and move without a script or another file."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from scripts.recordings.animation import animation
from scripts.recordings.scenes import SCENES, Scene, played
from scripts.recordings.terminal import INK, PAPER, Picture, Piece

RECORDINGS = sorted((Path(__file__).parents[2] / "docs/recordings").glob("*.svg"))
MOST_BYTES = 200_000


def picture(*rows: str, seconds: float = 1.0) -> Picture:
    return Picture(
        tuple((Piece(2, row, INK, PAPER, bold=False),) if row else () for row in rows), seconds
    )


def drawn(text: str) -> list[str]:
    """What stands in each row that is drawn."""
    return [
        "".join(each.itertext())
        for each in ElementTree.fromstring(text).iter()
        if "id" in each.attrib
    ]


def test_rows_that_come_again_are_drawn_once() -> None:
    first, second = picture("a < b", "", "same"), picture("new", "same", "", seconds=3.0)
    text = animation((first, second), columns=10, title="<Title>")
    assert drawn(text) == ["a < b", "same", "new"]
    assert len(re.findall("<use ", text)) == 4
    assert "&lt;Title&gt;" in text


def test_each_picture_is_shown_for_its_time() -> None:
    text = animation((picture("a"), picture("b", seconds=3.0)), columns=10, title="")
    assert "animation:play 4.0s" in text
    assert "0.00%{transform:translateY(0px)}25.00%{transform:translateY(-18px)}" in text
    assert "prefers-reduced-motion" in text


def test_there_is_a_recording_of_a_terminal_and_of_neovim() -> None:
    assert [path.stem for path in RECORDINGS] == ["neovim", "terminal"]


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording_is_small_and_needs_nothing_else(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    elements = list(ElementTree.fromstring(text).iter())
    assert not [each for each in elements if each.tag.endswith("}script")]
    links = [value for each in elements for name, value in each.attrib.items() if "href" in name]
    assert links and all(link.startswith("#") for link in links)
    assert not missing(SCENES[path.stem], drawn(text))


@pytest.mark.long
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_can_be_played_and_shows_what_it_is_there_for(name: str) -> None:
    rows = [row for picture in played(SCENES[name]) for row in picture.text.splitlines()]
    assert not missing(SCENES[name], rows)


def missing(scene: Scene, rows: list[str]) -> list[str]:
    """What the scene has to show and is in none of the rows."""
    return [text for text in scene.shows if not any(text in row for row in rows)]
