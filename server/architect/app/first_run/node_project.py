"""What a JavaScript or TypeScript project is checked with."""

import re
from collections.abc import Iterator
from typing import Any

from architect.app.first_run.facts import CheckKind, Part, ProjectCheck
from architect.app.first_run.folder import Folder, table

_LOCKS = {
    "pnpm-lock.yaml": "pnpm",
    "yarn.lock": "yarn",
    "bun.lock": "bun",
    "bun.lockb": "bun",
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
}
_RUN = {"npm": "npm run", "pnpm": "pnpm run", "yarn": "yarn run", "bun": "bun run"}
_EXEC = {
    "npm": "npx --no-install",
    "pnpm": "pnpm exec",
    "yarn": "yarn run",
    "bun": "bun x --no-install",
}
_INSTALL = {
    "npm": "npm install",
    "pnpm": "pnpm install",
    "yarn": "yarn install",
    "bun": "bun install",
}
_SCRIPT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9:_.-]*")
_SCRIPTS: dict[CheckKind, tuple[str, ...]] = {
    "tests": ("test:ci", "test"),
    "types": ("typecheck", "type-check", "check-types", "types", "tsc"),
    "lint": ("lint", "eslint"),
    "format": ("format:check", "check-format", "prettier:check", "check:format"),
}
_NO_TESTS = "no test specified"
_WATCHES = re.compile(r"--watch(?!All=false|=false|all)|\breact-scripts test\b|\bng test\b")


def node_part(folder: Folder) -> Part | None:
    """The part of `folder` that package.json describes, None without one."""
    if not folder.has("package.json"):
        return None
    package = folder.json("package.json")
    manager = _manager(folder, package)
    needs = {**table(package.get("dependencies")), **table(package.get("devDependencies"))}
    typed = folder.has("tsconfig.json") or "typescript" in needs
    execute = _EXEC[manager]
    eslint = "eslint" in needs
    return Part(
        folder.relative,
        "TypeScript" if typed else "JavaScript",
        manager,
        tuple(_checks(folder, package, needs, manager)),
        setup=_INSTALL[manager],
        lock_files=tuple(name for name in _LOCKS if folder.has(name)),
        file_check=f"{execute} eslint {{file}}" if eslint else "",
        file_patterns=("*.js", "*.jsx", "*.ts", "*.tsx", "*.mjs", "*.cjs"),
        is_react="react" in needs,
    )


def _manager(folder: Folder, package: dict[str, Any]) -> str:
    named = str(package.get("packageManager", "")).partition("@")[0]
    if named in _RUN:
        return named
    return next((manager for lock, manager in _LOCKS.items() if folder.has(lock)), "npm")


def _checks(
    folder: Folder, package: dict[str, Any], needs: dict[str, Any], manager: str
) -> Iterator[ProjectCheck]:
    scripts = table(package.get("scripts"))
    without = dict(_without_scripts(folder, needs, _EXEC[manager], manager))
    for kind, names in _SCRIPTS.items():
        found = next((name for name in names if _is_usable(name, scripts)), None)
        if found is None:
            if kind in without:
                yield ProjectCheck(kind, without[kind])
            continue
        # Scripts that watch files stop at once where CI is set.
        ci = "CI=true " if _WATCHES.search(str(scripts[found])) else ""
        if kind == "tests" and ci and kind in without:
            yield ProjectCheck(kind, without[kind])
            continue
        yield ProjectCheck(kind, f"{ci}{_RUN[manager]} {found}")


def _is_usable(name: str, scripts: dict[str, Any]) -> bool:
    text = scripts.get(name)
    if not isinstance(text, str) or not text.strip() or _NO_TESTS in text:
        return False
    return _SCRIPT_NAME.fullmatch(name) is not None


def _without_scripts(
    folder: Folder, needs: dict[str, Any], execute: str, manager: str
) -> Iterator[tuple[CheckKind, str]]:
    """What the tools among the dependencies do without a script."""
    if "vitest" in needs:
        yield "tests", f"{execute} vitest run"
    elif "jest" in needs:
        yield "tests", f"{execute} jest"
    elif manager == "bun" and "react-scripts" not in needs and _has_bun_tests(folder):
        yield "tests", "bun test"
    if "typescript" in needs and folder.has("tsconfig.json"):
        yield "types", f"{execute} tsc --noEmit"
    if "eslint" in needs:
        yield "lint", f"{execute} eslint ."
    if "prettier" in needs:
        yield "format", f"{execute} prettier --check ."


def _has_bun_tests(folder: Folder) -> bool:
    return folder.has_like("*.test.*") or any(
        each.has_like("*.test.*", "*.spec.*") for each in folder.folders()
    )
