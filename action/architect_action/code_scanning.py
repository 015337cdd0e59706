"""Findings for code scanning.

https://docs.github.com/en/rest/code-scanning/code-scanning#upload-an-analysis-as-sarif-data
"""

import base64
import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect_action.api import GitHub
from architect_action.errors import ApiError

MOST_BYTES = 10_000_000
"""Of the compressed file, as GitHub says."""

_LOOKS = 10
_BETWEEN_S = 3.0


def upload(github: GitHub, repository: str, file: Path, *, commit: str, ref: str) -> str:
    """Hand `file` in for `commit`, and wait until GitHub has looked at it; the id of the upload.

    Raises:
        ApiError: it was refused, or GitHub found it to be wrong.
    """
    packed = gzip.compress(_recognisable(file), mtime=0)
    if len(packed) > MOST_BYTES:
        raise ApiError(f"the SARIF file has {len(packed):,} bytes compressed, which is too much")
    answer = github.post(
        f"/repos/{repository}/code-scanning/sarifs",
        {
            "commit_sha": commit,
            "ref": ref,
            "sarif": base64.b64encode(packed).decode(),
            "tool_name": "architect",
        },
        repeatable=True,
    )
    upload_id = str(answer["id"])
    for _ in range(_LOOKS):
        found: Mapping[str, Any] = github.get(
            f"/repos/{repository}/code-scanning/sarifs/{upload_id}"
        )
        if found.get("processing_status") == "failed":
            raise ApiError(f"code scanning refused the file: {found.get('errors')}")
        if found.get("processing_status") == "complete":
            break
        github.sleep(_BETWEEN_S)
    return upload_id


def _recognisable(file: Path) -> bytes:
    """The findings with the fingerprint by which GitHub knows an alert again.

    It is the only one that counts there; the action upload-sarif computes it, and so does not want
    it in the file: https://github.com/github/codeql-action/blob/main/src/fingerprints.ts
    """
    log: Any = json.loads(file.read_bytes())
    for run in log["runs"]:
        for result in run.get("results", ()):
            prints: dict[str, str] = result.setdefault("partialFingerprints", {})
            own = prints.get("architectFindingId/v1")
            if own is not None:
                prints.setdefault("primaryLocationLineHash", f"{own}:1")
    return json.dumps(log, ensure_ascii=False).encode("utf-8", "replace")


def ref_of(environ: Mapping[str, str], pull_number: int | None) -> str:
    """The ref whose alerts are meant: that of the pull request's own commits, or of the job."""
    if pull_number is not None:
        return f"refs/pull/{pull_number}/head"
    return environ.get("GITHUB_REF", "")
