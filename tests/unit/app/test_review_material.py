"""What a review looks at."""

import asyncio
from pathlib import Path

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.app.review_material import files_to_review
from architect.policy.file_rules import sensitive_files
from architect.services.review_scope import ReviewWishes


def test_a_file_with_secrets_is_not_reviewed_by_the_name_of_a_link_to_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TOKEN=abc\n")
    (tmp_path / "a.py").write_text("one = 1\n")
    (tmp_path / "notes.txt").symlink_to(".env")
    workspace, secrets = DiskWorkspace(tmp_path), sensitive_files((".env",))
    paths = ("a.py", "notes.txt")
    scope = asyncio.run(files_to_review(workspace, secrets, ReviewWishes(), paths))
    assert "TOKEN" not in str(scope.parts)
    missed = {each.path: each.reason for each in scope.left_out}
    assert missed == {"notes.txt": "it may hold secrets"}
