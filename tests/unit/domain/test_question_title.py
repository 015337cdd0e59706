"""What a question asks, in plain words."""

from tests.support.table import table

from architect.domain.question_title import question_title


@table(
    ("tool", "summary", "title"),
    [
        ("run_command", "pytest -q", "Run `pytest -q`?"),
        ("run_command", "npm start (in the background)", "Run `npm start` (in the background)?"),
        ("edit_file", "src/a.py (+1 -1)", "Edit src/a.py (+1 -1)?"),
        ("delete_file", "a.py", "Delete a.py?"),
        ("docs__echo", '{"a": 1}', 'Call docs__echo {"a": 1}?'),
        ("docs__list", "", "Call docs__list?"),
        ("edit_file", " (+1 -1)", "Edit (+1 -1)?"),
        ("read_file", "", "Call read_file?"),
        ("apply_patch", "a.py (deletes the file)", "Delete a.py?"),
        (
            "rename_symbol",
            "a to b in x.py and wherever it is used",
            "Rename a to b in x.py and wherever it is used?",
        ),
        (
            "fetch_url",
            f"https://a.example/{'x' * 300}/end",
            f"Fetch https://a.example/{'x' * 82} ... {'x' * 96}/end?",
        ),
    ],
)
def test_a_question_is_asked_in_plain_words(tool: str, summary: str, title: str) -> None:
    assert question_title(tool, summary) == title
