"""What stands above a finding: fix it, dismiss it."""

from collections.abc import Sequence
from typing import Any

from architect.domain.findings import Finding
from architect.domain.text.positions import LineIndex
from architect.l10n import t
from architect.lsp.diagnostics.diagnostics import ranges_of
from architect.lsp.handlers.code_actions import command_of, fix_title
from architect.lsp.protocol.to_json import plain


def code_lenses(uri: str, findings: Sequence[Finding], lines: LineIndex) -> list[dict[str, Any]]:
    """The answer to `textDocument/codeLens`: two lenses for each finding."""
    lenses: list[dict[str, Any]] = []
    for finding, where in zip(findings, ranges_of(findings, lines), strict=True):
        wanted = finding.finding_id
        for title, name, argument in (
            (fix_title(finding), "architect.fix", {"findingId": wanted}),
            (t("Dismiss"), "architect.findings", {"uri": uri, "dismiss": wanted}),
        ):
            command = command_of(title, name, argument)
            lenses.append({"range": plain(where), "command": command})
    return lenses
