"""`make audit`: known vulnerabilities of what is pinned, by pip-audit and npm audit.

That is what users get, with all extras, and what builds, tests and documents it. One that is found
is an error. Where the advisories cannot be asked, it says what was not looked at; with `--required`
that is an error, too.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCKS = tuple(sorted(f"requirements/{lock.name}" for lock in (ROOT / "requirements").glob("*.txt")))


@dataclass(frozen=True, slots=True)
class Audit:
    """What the advisories say of the packages of one registry.

    `unknown` says about which packages nothing could be learned, or why about none.
    """

    of: str
    found: tuple[str, ...] = ()
    unknown: str = ""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make audit", description=__doc__)
    parser.add_argument("--required", action="store_true")
    told = parser.parse_args(arguments)
    audits = [audit_of_python(_pip_audit()), audit_of_npm(_npm_audit())]
    for audit in audits:
        print(_summary(audit))
    is_bad = any(audit.found or (told.required and audit.unknown) for audit in audits)
    return int(is_bad)


def audit_of_python(said: str) -> Audit:
    """Of pip-audit's JSON: it calls what it could not ask about skipped, and succeeds.

    https://github.com/pypa/pip-audit#json-output
    """
    try:
        packages: list[dict[str, Any]] = json.loads(said)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Audit("Python", unknown=said.strip().rpartition("\n")[2] or "pip-audit said nothing")
    found = [_finding(package, one) for package in packages for one in package.get("vulns", ())]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    unknown = f"PyPI has no advisories about {_list(skipped)}" if skipped else ""
    return Audit("Python", tuple(found), unknown)


def _finding(package: Mapping[str, Any], one: Mapping[str, Any]) -> str:
    fixed = _list(one["fix_versions"]) or "no version yet"
    return f"{package['name']} {package['version']}: {one['id']}, fixed in {fixed}"


def audit_of_npm(said: str) -> Audit:
    """Of npm's JSON; https://docs.npmjs.com/cli/v11/commands/npm-audit"""
    try:
        document: dict[str, Any] = json.loads(said)
    except ValueError:
        return Audit("npm", unknown=said.strip() or "npm audit said nothing")
    packages: dict[str, Any] | None = document.get("vulnerabilities")
    if packages is None:
        return Audit("npm", unknown=document.get("message", "npm audit failed"))
    return Audit("npm", tuple(f"{name}: {one['severity']}" for name, one in packages.items()))


def _pip_audit() -> str:
    files = [part for lock in LOCKS for part in ("--requirement", lock)]
    options = ("--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off")
    return _said(sys.executable, "-m", "pip_audit", *options, *files)


def _npm_audit() -> str:
    client = str(ROOT / "client-vscode")
    return _said("npm", "--prefix", client, "audit", "--package-lock-only", "--json")


def _said(*command: str) -> str:
    """Standard output, else what went wrong."""
    try:
        run = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    except OSError as error:
        return str(error)
    return run.stdout or run.stderr


def _summary(audit: Audit) -> str:
    if audit.found:
        return f"error: known vulnerabilities of {audit.of} packages:\n  " + "\n  ".join(
            audit.found
        )
    if audit.unknown:
        return f"note: {audit.of} packages were NOT audited: {audit.unknown}"
    return f"{audit.of} packages: no known vulnerabilities"


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
