"""An audit that could not ask anybody does not say that all is well."""

import json
from collections.abc import Mapping

from scripts.audit import Audit, audit_of_npm, audit_of_python


def python_says(*packages: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_packages_without_known_vulnerabilities_pass() -> None:
    said = python_says({"name": "click", "version": "8.1.8", "vulns": []})
    assert audit_of_python(said) == Audit("Python")
    assert audit_of_npm(json.dumps({"vulnerabilities": {}})) == Audit("npm")


def test_what_is_found_is_named_with_the_version_that_mends_it() -> None:
    one = {"id": "PYSEC-2026-1", "fix_versions": ["2.0"], "aliases": [], "description": ""}
    said = python_says({"name": "example", "version": "1.0", "vulns": [one]})
    assert audit_of_python(said).found == ("example 1.0: PYSEC-2026-1, fixed in 2.0",)
    npm = json.dumps({"vulnerabilities": {"example": {"severity": "high"}}})
    assert audit_of_npm(npm).found == ("example: high",)


def test_packages_that_were_skipped_were_not_audited() -> None:
    skipped = [{"name": name, "skip_reason": "not found on PyPI"} for name in "abcde"]
    audit = audit_of_python(python_says(*skipped))
    assert audit.unknown == "PyPI has no advisories about a, b, c and 2 more"


def test_advisories_that_cannot_be_reached_are_told() -> None:
    assert audit_of_python("Traceback ...\nConnectionError: no route\n").unknown == (
        "ConnectionError: no route"
    )
    said = json.dumps({"message": "405 Method Not Allowed", "method": "POST"})
    assert audit_of_npm(said).unknown == "405 Method Not Allowed"
    assert audit_of_npm("").unknown == "npm audit said nothing"
