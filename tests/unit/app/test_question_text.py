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
            "run_command npm install x",
            Preview("command", "npm install x", "."),
            "Architect: run_command npm install x\nwhy",
        ),
        (
            "run_command",
            "run_command npm install x",
            Preview("command", "npm install x", "web"),
            "Architect: run_command npm install x\nwhy\n(in web)",
        ),
        (
            "run_command",
            "run_command make target0 ...",
            Preview("command", LONG, "."),
            f"Architect: run_command make target0 ...\nwhy\n\n{LONG}",
        ),
        (
            "edit_file",
            "edit_file a.py (+1 -1)",
            Preview("patch", PATCH),
            f"Architect: edit_file a.py (+1 -1)\nwhy\n\n{PATCH}",
        ),
        ("read_file", "read_file .env", None, "Architect: read_file .env\nwhy"),
    ],
)
def test_a_question_says_once_what_would_be_done(
    tool: str, title: str, preview: Preview | None, text: str
) -> None:
    question = Confirmation(tool=tool, title=title, reason="why", grant="", preview=preview)
    assert message_of(question) == text
