"""How many keys are found, and how much is taken for one that is none."""

import random
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

from figures import Figure
from measure import HERE
from tests.support.generated_keys import FORMS, any_key

from architect.policy.secrets.redactor import Redactor

KINDS = ("alnum", "lower", "upper", "letter", "base36", "base64url", "hex")
SIZES = (16, 20, 24, 32, 40)
ROOT = HERE.parent
NODE_MODULES = ROOT / "client-vscode" / "node_modules"
ENDINGS = frozenset({".py", ".js", ".mjs", ".cjs", ".ts", ".json", ".md", ".txt", ".yml", ".css"})
WITH_KEYS = ("tests/", "server/architect/policy/secrets/rules.json")
"""Of our own files: those that have keys in them for the rules to find."""

MOST_CHARACTERS = 2_000_000


def bench_redaction(runs: int) -> list[Figure]:
    """Random keys of 16 to 40 characters by where they stand; source in which there are none."""
    figures = [_found(family, forms, 2 * runs) for family, forms in FORMS.items()]
    figures += _false_alarms("the standard library", _below(Path(sysconfig.get_path("stdlib"))))
    if NODE_MODULES.is_dir():
        figures += _false_alarms("npm packages", _below(NODE_MODULES))
    return figures + _false_alarms("our own repository", _own())


def _found(family: str, forms: tuple[str, ...], times: int) -> Figure:
    chance = random.Random(family)
    redactor = Redactor()
    count = missed = 0
    for form in forms:
        for kind in KINDS:
            for size in SIZES * times:
                key = any_key(kind, size, chance)
                count += 1
                missed += key in redactor.clean(form.format(key)).text
    share = 100 * (count - missed) / count
    return Figure(f"keys found in {family}", f"{share:.1f} % of {count:,}", "> 98 %")


def _false_alarms(name: str, texts: Iterator[str]) -> list[Figure]:
    redactor = Redactor()
    characters = hits = 0
    took = 0.0
    for text in texts:
        began = time.process_time()
        hits += len(redactor.hits(text))
        took += time.process_time() - began
        characters += len(text)
    size = characters / 1_000_000
    return [
        Figure(
            f"taken for keys in {name}", f"{hits / size:.2f}/MB ({hits} in {size:.0f} MB)", "< 1/MB"
        ),
        Figure(f"looking for keys in {name}", f"{size / took:.0f} MB/s", ""),
    ]


def _below(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in ENDINGS and "site-packages" not in path.parts and path.is_file():
            yield from _text(path)


def _own() -> Iterator[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.split("\0"):
        if name and not name.startswith(WITH_KEYS):
            yield from _text(ROOT / name)


def _text(path: Path) -> Iterator[str]:
    try:
        text = path.read_bytes().decode()
    except (OSError, ValueError):
        return
    if len(text) <= MOST_CHARACTERS:
        yield text
