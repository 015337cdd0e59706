"""What the editor is told of findings, and when."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.findings import FINDING, TEXT, make_finding

from architect.domain.files.uris import uri_of
from architect.lsp.diagnostics.publisher import DiagnosticsPublisher
from architect.lsp.diagnostics.shown import ShownDiagnostics
from architect.lsp.documents.document_store import DocumentStore
from architect.ports.findings_store import StoredFindings
from architect.services.findings import FindingCollection


class RecordingClient:
    """Keeps what it is notified of."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[dict[str, Any]]]] = []

    def notify(self, method: str, params: Any) -> None:
        assert method == "textDocument/publishDiagnostics"
        assert params.keys() == {"uri", "diagnostics"}
        self.sent.append((params["uri"], params["diagnostics"]))

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        raise AssertionError("nothing is asked")

    def lines(self) -> list[tuple[str, list[int]]]:
        """What was sent since the last time: for each message the lines, counted from 0."""
        sent, self.sent = self.sent, []
        return [(uri, [each["range"]["start"]["line"] for each in shown]) for uri, shown in sent]


class NoStore:
    def load(self) -> StoredFindings:
        return StoredFindings()

    def newer(self) -> None:
        """Nobody else keeps any."""

    def update(self, change: Callable[[StoredFindings | None], StoredFindings]) -> None:
        raise AssertionError("nothing is kept")


class Desk:
    """A collection, documents and an editor around a root."""

    def __init__(self, root: Path, *kept: Any) -> None:
        self.root = root.resolve()
        self.file = self.root / FINDING.path
        self.uri = uri_of(self.file)
        self.findings = FindingCollection(NoStore(), StoredFindings(kept))
        self.documents, self.client = DocumentStore("utf-16"), RecordingClient()
        self.publisher = DiagnosticsPublisher(
            self.findings, self.documents, ShownDiagnostics(self.client), root=self.root
        )

    def open(self, text: str, uri: str | None = None) -> None:
        self.documents.opened(uri or self.uri, "python", 1, text)

    def type(self, line: int, text: str, *, version: int = 2) -> None:
        place = {"line": line, "character": 0}
        self.documents.changed(
            self.uri, version, [{"range": {"start": place, "end": place}, "text": text}]
        )


def test_a_finding_of_a_closed_file_is_shown_where_it_was_reported(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.findings.add(FINDING)
    [(uri, [shown])] = desk.client.sent
    assert uri == desk.uri
    assert shown["range"]["end"] == {"line": 2, "character": 30}


def test_findings_move_while_the_user_types(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open(TEXT)
    desk.findings.add(FINDING)
    assert desk.client.lines() == [(desk.uri, [2])]
    desk.type(0, "# new\n")
    assert desk.client.lines() == [(desk.uri, [3])]
    assert desk.findings.all()[0].line == 4


def test_only_what_changed_is_sent(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open(TEXT)
    desk.findings.add(FINDING)
    desk.client.lines()
    desk.type(3, "# below\n")
    desk.findings.add(FINDING)
    desk.findings.add(make_finding(path="src/other.py"))
    assert desk.client.lines() == [(uri_of(desk.root / "src/other.py"), [2])]


def test_the_end_of_a_finding_follows_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open(TEXT)
    desk.findings.add(make_finding(line=1, end_line=2, line_text="def mean(values):"))
    desk.client.sent.clear()
    desk.type(1, "xx")
    [(_, [shown])] = desk.client.sent
    assert shown["range"]["end"] == {"line": 1, "character": 25}


def test_what_vanished_is_cleared_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.findings.add(FINDING)
    desk.client.sent.clear()
    desk.findings.dismiss(FINDING.finding_id)
    desk.findings.clear()
    assert desk.client.sent == [(desk.uri, [])]


def test_everything_is_sent_again_when_the_file_is_opened(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.findings.add(FINDING)
    desk.open(TEXT)
    desk.documents.closed(desk.uri)
    desk.open(TEXT)
    assert [uri for uri, _ in desk.client.sent] == [desk.uri] * 3


def test_a_file_without_findings_is_not_talked_about(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open(TEXT)
    desk.type(0, "# new\n")
    desk.documents.opened("untitled:1", "python", 1, TEXT)
    assert desk.client.sent == []


def test_an_editor_is_told_by_its_own_uri(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.findings.add(FINDING)
    desk.client.sent.clear()
    own = desk.uri.replace("mean", "%6dean")
    desk.open(TEXT, own)
    assert [(uri, len(shown)) for uri, shown in desk.client.sent] == [(desk.uri, 0), (own, 1)]


def test_a_document_opened_by_a_link_has_the_findings_of_its_file(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.file.parent.mkdir()
    desk.file.write_bytes(TEXT.encode())
    (desk.root / "link.py").symlink_to(desk.file)
    desk.open(TEXT, uri_of(desk.root / "link.py"))
    desk.findings.add(FINDING)
    assert desk.client.lines() == [(uri_of(desk.root / "link.py"), [2])]


def test_after_a_restart_findings_are_found_again_in_a_file_that_changed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, FINDING)
    desk.open(f"# new\n{TEXT}")
    assert desk.client.lines() == [(desk.uri, [3])]
    desk.publisher.start()
    assert desk.client.lines() == []


def test_starting_shows_what_was_kept(tmp_path: Path) -> None:
    desk = Desk(tmp_path, FINDING)
    assert desk.client.sent == []
    desk.publisher.start()
    assert desk.client.lines() == [(desk.uri, [2])]


def test_stopping_takes_everything_back(tmp_path: Path) -> None:
    desk = Desk(tmp_path, FINDING)
    desk.publisher.start()
    desk.client.lines()
    desk.publisher.stop()
    desk.findings.clear()
    desk.open(TEXT)
    assert desk.client.lines() == [(desk.uri, [])]


def test_a_deleted_and_restored_line_gets_its_finding_back(tmp_path: Path) -> None:
    desk = Desk(tmp_path, FINDING)
    desk.open(TEXT)
    desk.client.lines()
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}}
    desk.documents.changed(desk.uri, 2, [{"range": whole, "text": ""}])
    assert desk.client.lines() == [(desk.uri, [0])]
    desk.type(0, TEXT, version=3)
    assert desk.client.lines() == [(desk.uri, [2])]
