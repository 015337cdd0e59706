"""A byte order mark, which a diff shows as the first character of the first line."""

import pytest

from architect.domain.errors import EditRefusedError
from architect.domain.text.document import Document
from architect.domain.text.patch.patched_document import PatchedDocument, patch_document

PLAIN, MARKED = Document("a\nb\n"), Document("a\nb\n", bom=True)


@pytest.mark.parametrize(
    ("document", "patch", "expected"),
    [
        (MARKED, "@@ -1,2 +1,2 @@\n \ufeffa\n-b\n+B\n", Document("a\nB\n", bom=True)),
        (MARKED, "@@ -1,2 +1,2 @@\n-\ufeffa\n+\ufeffA\n b\n", Document("A\nb\n", bom=True)),
        (MARKED, "@@ -1,2 +1,2 @@\n-\ufeffa\n+a\n b\n", PLAIN),
        (PLAIN, "@@ -1,2 +1,2 @@\n-a\n+\ufeffa\n b\n", MARKED),
        (Document(""), "@@ -0,0 +1,2 @@\n+\ufeffa\n+b\n", MARKED),
        (MARKED, "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", Document("a\nB\n", bom=True)),
        (MARKED, "\ufeff@@ -1,2 +1,2 @@\n a\n-b\n+B\n", Document("a\nB\n", bom=True)),
        (MARKED, "@@ -2 +2 @@\n-b\n+\ufeffb\n", Document("a\n\ufeffb\n", bom=True)),
    ],
)
def test_a_mark_in_a_patch_is_that_of_the_file(
    document: Document, patch: str, expected: Document
) -> None:
    added, removed = ("byte order mark added",), ("byte order mark removed",)
    notes = {0: (), 1: added, -1: removed}[expected.bom - document.bom]
    assert patch_document(document, patch) == PatchedDocument(expected, notes)


def test_a_mark_that_the_file_does_not_have_is_no_context() -> None:
    with pytest.raises(EditRefusedError, match="does not fit"):
        patch_document(PLAIN, "@@ -1,2 +1,2 @@\n \ufeffa\n-b\n+B\n")
