import pytest
from hypothesis import given
from hypothesis import strategies as st

from architect.domain.text.terminal_screen import RedrawnLines, as_a_terminal_shows

ESC = "\x1b"


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("0%\r50%\r100%\nok\n", "100%\nok\n"),
        ("0%\r50%", "50%"),
        ("a long line\rshort\n", "shortg line\n"),
        (f"a long line\rshort{ESC}[K\n", "short\n"),
        ("a long line\r           \rshort\n", "short\n"),
        ("at 10%\b\b\b50%\n", "at 50%\n"),
        (f"{ESC}[2K\rone{ESC}[1G{ESC}[2Ktwo", "two"),
        (f"ab{ESC}[2D{ESC}[Cx", "ax"),
        (f"one: 1\ntwo: 1\n{ESC}[2Aone: 2\ntwo: 2\n", "one: 2\ntwo: 2\n"),
        (f"one\ntwo\n{ESC}[2F{ESC}[J1\n", "1\n\n"),
        ("N\bNA\bA", "NA"),
    ],
)
def test_of_a_line_that_is_drawn_anew_its_last_state_is_shown(printed: str, shown: str):
    assert as_a_terminal_shows(printed) == shown


def test_colours_titles_and_links_do_not_show():
    printed = (
        f"{ESC}[1;31mred{ESC}[0m {ESC}]0;title\x07{ESC}]8;;http://a.b{ESC}\\here{ESC}]8;;{ESC}\\"
    )
    assert as_a_terminal_shows(printed) == "red here"


def test_pictures_and_questions_to_the_terminal_do_not_show():
    assert (
        as_a_terminal_shows(f"a{ESC}Pq#0~{ESC}\\b{ESC}_Gf=100;AAAA{ESC}\\c{ESC}^x{ESC}\\") == "abc"
    )


def test_clearing_the_screen_loses_nothing():
    assert as_a_terminal_shows(f"one\n{ESC}[2J{ESC}[Htwo{ESC}c\n") == "one\ntwo\n"


def test_line_ends_stay_as_they_are():
    assert as_a_terminal_shows("one\r\n\x07two\r\n") == "one\r\ntwo\r\n"


def test_what_is_no_whole_sequence_is_left_to_be_escaped():
    assert as_a_terminal_shows(f"a{ESC}[31") == f"a{ESC}[31"
    assert as_a_terminal_shows(f"a{ESC}") == f"a{ESC}"


def test_a_move_far_to_the_right_costs_nothing():
    assert len(as_a_terminal_shows(f"{ESC}[99999C{ESC}[99999Cx")) <= 1_001


def test_what_has_scrolled_off_is_out_of_reach():
    printed = "".join(f"{number}\n" for number in range(100)) + f"{ESC}[999Aover"
    assert as_a_terminal_shows(printed).startswith("0\n1\n")


def streamed(*pieces: str) -> list[str]:
    lines = RedrawnLines()
    return [lines.push(piece) for piece in pieces]


def test_a_line_that_is_drawn_anew_comes_as_a_whole_between_returns():
    assert streamed("go\n10%", "\r20%", "\r30%\r100%\ndone\n") == [
        "go\n10%",
        "\r20%\r",
        "100%\ndone\n",
    ]


def test_a_sequence_that_is_cut_is_whole():
    assert streamed(f"{ESC}[3", "1mred", f"{ESC}[0m\r", f"{ESC}[Kok\r\n") == [
        "",
        "red",
        "",
        "\rok \n",
    ]


@given(st.lists(st.text(alphabet="ab\n\r\b", max_size=6), max_size=8))
def test_pieces_put_together_look_like_the_whole(pieces: list[str]):
    looks = as_a_terminal_shows("".join(streamed(*pieces)))
    whole = as_a_terminal_shows("".join(pieces))

    def tidy(text: str) -> list[str]:
        return [line.rstrip(" \r") for line in text.split("\n")]

    assert tidy(looks) == tidy(whole)
