"""Pictures of a terminal as an animated SVG, which needs neither JavaScript nor anything else.

The rows that occur are drawn once each; a picture refers to them, and all pictures stand one below
the other in a strip that moves by steps. Who prefers no motion sees the last one.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate

from scripts.recordings.terminal import INK, PAPER, Picture, Piece, Row

_WIDTH, _HEIGHT, _EDGE = 8.4, 18, 12
"""Of a character, of a row and around the screen, in pixels."""

_COLOURS: Mapping[str, str] = {
    INK: "#dfe3ea",
    PAPER: "#1b1f27",
    "black": "#3b4252",
    "red": "#ff7b85",
    "green": "#8fd694",
    "brown": "#e6c07b",
    "blue": "#7aa2f7",
    "magenta": "#d19ae8",
    "cyan": "#6fd3d9",
    "white": "#dfe3ea",
    "brightblack": "#8a93a5",
    "brightred": "#ff9aa2",
    "brightgreen": "#a9e5ad",
    "brightbrown": "#f2d595",
    "brightblue": "#9dbcff",
    "brightmagenta": "#e3b7f5",
    "brightcyan": "#96e4e8",
    "brightwhite": "#ffffff",
}


def animation(pictures: Sequence[Picture], *, columns: int, title: str) -> str:
    """The SVG; `title` is what is read out instead of it."""
    rows = list(dict.fromkeys(row for picture in pictures for row in picture.rows if row))
    names = {row: f"r{number}" for number, row in enumerate(rows)}
    lines = len(pictures[0].rows)
    width, height = round(columns * _WIDTH + 2 * _EDGE), lines * _HEIGHT + 2 * _EDGE
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_style(pictures, lines * _HEIGHT)}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{_COLOURS[PAPER]}"/>',
        "<defs>",
        *(f'<g id="{names[row]}">{_drawn(row)}</g>' for row in rows),
        "</defs>",
        f'<svg x="{_EDGE}" y="{_EDGE}" width="{width - 2 * _EDGE}" height="{lines * _HEIGHT}">',
        f'<g class="strip" fill="{_COLOURS[INK]}">',
        *_strip(pictures, names),
        "</g>",
        "</svg>",
        "</svg>\n",
    ))  # fmt: skip


def _strip(pictures: Sequence[Picture], names: Mapping[Row, str]) -> Iterator[str]:
    for number, picture in enumerate(pictures):
        top = number * len(picture.rows)
        for line, row in enumerate(picture.rows):
            if row:
                yield f'<use href="#{names[row]}" y="{(top + line) * _HEIGHT}"/>'


def _style(pictures: Sequence[Picture], height: int) -> str:
    total = sum(picture.seconds for picture in pictures)
    starts = [0.0, *accumulate(picture.seconds for picture in pictures)][:-1]
    steps = "".join(
        f"{100 * start / total:.2f}%{{transform:translateY({-number * height}px)}}"
        for number, start in enumerate(starts)
    )
    last = f"translateY({-(len(pictures) - 1) * height}px)"
    return (
        "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}"
        ".b{font-weight:bold}"
        f".strip{{animation:play {total:.1f}s step-end infinite}}@keyframes play{{{steps}}}"
        f"@media(prefers-reduced-motion:reduce){{.strip{{animation:none;transform:{last}}}}}"
    )


def _drawn(row: Row) -> str:
    return "".join(_paper(piece) + _text(piece) for piece in row)


def _paper(piece: Piece) -> str:
    if piece.paper == PAPER:
        return ""
    x, width = piece.column * _WIDTH, len(piece.text) * _WIDTH
    size = f'x="{x:.1f}" width="{width:.1f}" height="{_HEIGHT}"'
    return f'<rect {size} fill="{_colour(piece.paper)}"/>'


def _text(piece: Piece) -> str:
    text = piece.text.rstrip()
    if not text:
        return ""
    ink = "" if piece.ink == INK else f' fill="{_colour(piece.ink)}"'
    bold = ' class="b"' if piece.bold else ""
    size = (
        f'x="{piece.column * _WIDTH:.1f}" y="{_HEIGHT - 5}" textLength="{len(text) * _WIDTH:.1f}"'
    )
    return f"<text {size}{ink}{bold}>{escape(text)}</text>"


def _colour(name: str) -> str:
    return _COLOURS.get(name) or f"#{name}"
