"""What `/help` says in a conversation."""

from architect.cli.chat.slash.help_lines import help_lines
from architect.cli.chat.slash.slash_commands import GROUPS, SLASH_COMMANDS


def test_help_fits_on_a_screen_and_names_every_command() -> None:
    lines = list(help_lines(GROUPS, is_full=False))
    assert len(lines) < 24
    assert lines[0].startswith("  /model [NAME|URL]: ")
    assert lines[-1].startswith("@ names files")
    words = {word.rstrip(":") for line in lines for word in line.split()}
    assert {f"/{name}" for name in SLASH_COMMANDS} <= words
    assert "  tasks: /explain /tests" in lines


def test_all_commands_have_a_line_each_if_that_is_asked_for() -> None:
    lines = list(help_lines(GROUPS, is_full=True))
    assert [line.split()[0].rstrip(":") for line in lines[: len(SLASH_COMMANDS)]] == [
        f"/{name}" for name in SLASH_COMMANDS
    ]
