"""How what the model thinks and says looks on a terminal."""

from tests.support.lines import Lines
from tests.support.table import table

from architect.cli.live_reply import LiveReply

CASES: list[tuple[str, list[tuple[str, str]], str]] = [
    (
        "a thought, then the answer",
        [("think", "I "), ("think", "see."), ("say", "Done."), ("end", "")],
        "thinking\n  | I see.\nDone.\n",
    ),
    (
        "each of its lines has the margin, however they were cut",
        [("think", "\n\nfirst\n"), ("think", "\n"), ("think", "second\nthi"), ("think", "rd\n")],
        "thinking\n  | first\n  | \n  | second\n  | third\n",
    ),
    (
        "an answer between two thoughts",
        [("think", "a"), ("say", "b"), ("think", "c"), ("end", "")],
        "thinking\n  | a\nb\nthinking\n  | c\n",
    ),
    ("a thought of nothing", [("think", ""), ("think", " \n"), ("say", "b\n")], "b\n"),
    (
        "nothing steers the terminal or looks like a line of ours",
        [("think", "\x1b[2Ka\r\nb"), ("end", "")],
        "thinking\n  | \\x1b[2Ka\n  | b\n",
    ),
]


@table(("what", "pieces", "shown"), CASES, ids=lambda case: case[0])
def test_thoughts_stand_apart_from_the_answer(
    what: str, pieces: list[tuple[str, str]], shown: str
) -> None:
    lines = Lines()
    reply = LiveReply(lines)
    for how, text in pieces:
        match how:
            case "think":
                reply.think(text)
            case "say":
                reply.say(text)
            case _:
                reply.end_line()
    assert lines.text == shown, what
