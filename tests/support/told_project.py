"""The project that the pages of the documentation tell of."""

import json
import re
import shutil
from collections.abc import Mapping
from typing import Any

from tests.support.command import Project
from tests.support.repository import commit_all, git


def adds(path: str) -> dict[str, Any]:
    arguments = {"path": path, "content": "b = 2\n", "mode": "append"}
    return {"calls": [{"name": "write_file", "arguments": arguments}]}


_REPLIES = [adds("src/b.py"), adds("src/a.py"), adds("src/a.py"), {"text": "Done."}]
_FINDING = {"path": "src/a.py", "line": 1, "severity": "error", "title": "Wrong", "detail": "Why."}
SCRIPTS: Mapping[str, list[dict[str, Any]]] = {
    "works": _REPLIES,
    "reads": _REPLIES[-1:],
    "finds": [{"calls": [{"name": "report_finding", "arguments": _FINDING}]}, {"text": "One."}],
}
"""What the recorded model of each name replies."""


def told_project(project: Project) -> Mapping[str, str]:
    """Fill `project`: a branch, a session of two runs, a finding and a denial.

    The names of these, by those that stand for them on the pages.
    """
    project.home.mkdir(parents=True)
    _commit_on_a_branch(project)
    for name, replies in SCRIPTS.items():
        project.write(f"{name}.json", json.dumps({"schema_version": 1, "replies": replies}))
    return _records_of(project)


def _commit_on_a_branch(project: Project) -> None:
    for path in ("src/a.py", "src/b.py", "src/auth.py", "docs/a.md", "tools/build.js"):
        project.write(path, "a = 1\n")
    project.write(".gitignore", "*.json\nbug.jsonl\ncheckout/\n")
    project.write("tests/parser/test_parser.py", "def test_it() -> None:\n    pass\n")
    project.write("conftest.py", 'collect_ignore = ["checkout"]\n')
    project.write("notes/wishes.md", "Large type.\n")
    project.write("mockup.png", b"\x89PNG\r\n\x1a\n" + bytes(16))
    commit_all(project.folder)
    for name in ("name", "email"):
        git(project.folder, "config", f"user.{name}", "user@example.invalid")
    git(project.folder, "update-ref", "refs/remotes/origin/main", "main")
    git(project.folder, "switch", "-q", "-c", "feature")
    project.write("src/auth.py", "a = 2\n")
    commit_all(project.folder)
    git(project.folder, "clone", "-q", ".", "checkout")


def _records_of(project: Project) -> Mapping[str, str]:
    works = ("--mode", "yolo", "--json", "--model", "recorded/works.json")
    session = project.architect("run", "Do", *works).document["session_id"]
    assert project.architect("resume", session, "Again", *works).code == 0
    shutil.copy(project.journals[0], project.folder / "bug.jsonl")
    reviewed = project.architect("review", "src/a.py", "--model", "recorded/finds.json", "--json")
    denied = re.search(r"\bg[0-9a-f]{4,}\b", project.architect("grants", "deny", "git fetch").text)
    assert denied
    return {
        "20261120-080006-de6374": session,
        "3f9a0c1b2d4e": reviewed.document["findings"][0]["finding_id"],
        "1f3c9ab204": project.architect("history").text.split()[0],
        "g3f2a": denied[0],
    }
