"""How many patches, whole and damaged, go right, are refused or go wrong: ours and GNU patch."""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.apply import apply_patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.patch_corpus import (
    Case,
    Expect,
    damaged_cases,
    real_cases,
)

Outcome = Literal["right", "refused", "wrong"]
WRONG_SHOWN = 3


def ours(case: Case) -> str | None:
    try:
        return apply_patch(case.before, case.patch).text
    except EditRefusedError:
        return None


def gnu(case: Case, program: str, folder: Path) -> str | None:
    """What GNU patch leaves in a file of its own, None if it reports a failure."""
    file, patch = folder / "file.txt", folder / "change.diff"
    file.write_bytes(_bytes(case.before))
    patch.write_bytes(_bytes(case.patch))
    options = ["--batch", "--forward", "--silent", "--no-backup-if-mismatch", "--reject-file=-"]
    done = subprocess.run(
        [program, *options, "--input", str(patch), str(file)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    if done.returncode:
        return None
    left = file.read_bytes() if file.exists() else b""
    return left.decode("utf-8", "surrogateescape")


def outcome(case: Case, result: str | None) -> Outcome:
    if result is None:
        return "refused"
    return "right" if result == case.after and case.expect is not Expect.REFUSED else "wrong"


def history_cases(repository: Path) -> Iterator[Case]:
    """Every text file that a commit of `repository` changed, with git's own diffs of it."""
    git = shutil.which("git")
    if git is None or not (repository / ".git").exists():
        return

    def asked(*arguments: str) -> str:
        command = [git, "-c", "core.quotePath=false", *arguments]
        done = subprocess.run(command, cwd=repository, capture_output=True, check=True)
        return done.stdout.decode("utf-8", "surrogateescape")

    for commit in asked("rev-list", "--no-merges", "--max-parents=1", "HEAD").split():
        names = asked(
            "diff-tree", "-r", "--no-commit-id", "--name-only", "--diff-filter=M", "-z", commit
        )
        for name in filter(None, names.split("\0")):
            before, after = (asked("show", f"{rev}:{name}") for rev in (f"{commit}^", commit))
            for context in (0, 1, 3, 10):
                patch = asked("diff", f"-U{context}", f"{commit}^", commit, "--", name)
                if "\0" not in before + after and "old mode" not in patch:
                    yield Case(f"git -U{context}", before, after, patch, Expect.APPLIED)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real", type=int, default=600)
    parser.add_argument("--damaged", type=int, default=60)
    parser.add_argument("--repository", type=Path, default=Path(__file__).parents[1])
    parser.add_argument("--no-gnu", action="store_true")
    parser.add_argument("--show", help="print the cases of this kind that do not come out right")
    options = parser.parse_args()
    program = None if options.no_gnu else shutil.which("patch")
    rows: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as name:
        cases = [
            *real_cases(options.seed, options.real),
            *history_cases(options.repository),
            *damaged_cases(options.seed, options.damaged),
        ]
        for case in cases:
            kind = f"{case.kind} ({case.expect})"
            result = ours(case)
            own = outcome(case, result)
            rows[kind][f"ours {own}"] += 1
            other: Outcome | None = None
            if program:
                other = outcome(case, gnu(case, program, Path(name)))
                rows[kind][f"GNU {other}"] += 1
            rows[kind]["only GNU"] += own == "refused" and other == "right"
            if options.show == case.kind and own != "right":
                _show(case, result)
    _print_table(rows)


def _show(case: Case, result: str | None) -> None:
    print("=" * 30, case.kind, "wrong" if result is not None else "refused")
    print(case.patch)
    if result is None:
        try:
            apply_patch(case.before, case.patch)
        except EditRefusedError as refusal:
            print("->", refusal)


def _print_table(rows: dict[str, Counter[str]]) -> None:
    columns: list[str] = [
        f"{who} {what}" for who in ("ours", "GNU") for what in ("right", "refused", "wrong")
    ]
    columns.append("only GNU")
    print(f"| {'kind':42} | {' | '.join(columns)} |")
    print(f"|{'-' * 44}|{'|'.join('-' * (len(c) + 2) for c in columns)}|")
    total: Counter[str] = Counter()
    for kind, counts in rows.items():
        total += counts
        print(_row(kind, counts, columns))
    print(_row("all", total, columns))


def _row(kind: str, counts: Counter[str], columns: list[str]) -> str:
    return f"| {kind:42} | {' | '.join(f'{counts[c]:>{len(c)}}' for c in columns)} |"


if __name__ == "__main__":
    main()
