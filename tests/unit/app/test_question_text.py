"""A question in one text, for editors that show nothing but a message."""

from tests.support.table import table

from architect.app.confirmations import message_of
from architect.domain.verdict import Confirmation, Preview

LONG = "make " + " ".join(f"target{number}" for number in range(40))
PATCH = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a\n+b\n"


@table(
    ("tool", "title", "preview", "text"),
    [
        (
            "run_command",
            "Run `npm install x`?",
            Preview("command", "npm install x", "."),
            "Architect: Run `npm install x`?\nwhy",
        ),
        (
            "run_command",
            "Run `npm install x`?",
            Preview("command", "npm install x", "web"),
            "Architect: Run `npm install x`?\nwhy\n(in web)",
        ),
        (
            "run_command",
            "Run `npm install x`?",
            Preview("command", "npm install x", "web\n\nls"),
            "Architect: Run `npm install x`?\nwhy\n(in web\\n\\nls)",
        ),
        (
            "run_command",
            "Run `make target0 ...`?",
            Preview("command", LONG, "."),
            f"Architect: Run `make target0 ...`?\nwhy\n\n{LONG}",
        ),
        (
            "edit_file",
            "Edit a.py (+1 -1)?",
            Preview("patch", PATCH),
            f"Architect: Edit a.py (+1 -1)?\nwhy\n\n{PATCH}",
        ),
        ("read_file", "Read .env?", None, "Architect: Read .env?\nwhy"),
    ],
)
def test_a_question_says_once_what_would_be_done(
    tool: str, title: str, preview: Preview | None, text: str
) -> None:
    question = Confirmation(tool=tool, title=title, reason="why", grant="", preview=preview)
    assert message_of(question) == text
