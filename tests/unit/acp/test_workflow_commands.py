import pytest
from tests.support.table import table

from architect.acp.workflow_commands import task_and_checks
from architect.domain.errors import UserError


@table(
    ("words", "task", "checks"),
    [
        ("fix it --check 'npm test'", "fix it", ("npm test",)),
        ('fix it --check "a b" --check "c"', "fix it", ("a b", "c")),
        ("""fix it --check "grep 'x' a" """, "fix it", ("grep 'x' a",)),
        (r'fix it --check "grep \"a b\" f"', "fix it", ('grep "a b" f',)),
        (r'fix it --check "echo \" x"', "fix it", ('echo " x',)),
        ("fix prettier --check . --check 'true'", "fix prettier --check .", ("true",)),
        ("say nothing", "say nothing", ()),
    ],
)
def test_only_what_is_in_quotes_behind_check_is_a_command(
    words: str, task: str, checks: tuple[str, ...]
) -> None:
    assert task_and_checks(words) == (task, checks)


@table("words", ["x --check ''", "x --check npm test", r'x --check "a\"', 'x --check "a\nb"'])
def test_a_check_without_its_quotes_is_none(words: str) -> None:
    with pytest.raises(UserError, match="in quotes"):
        task_and_checks(words)
