"""The settings that are proposed for a project: detected checks, and what a preset wants."""

from collections.abc import Iterator
from typing import Any, Literal

from architect.app.first_run.facts import TIMEOUTS_S, CheckKind, Facts, Part
from architect.frozen import frozen

Preset = Literal["detected", "python", "node-react", "ci", "paranoid", "yolo"]
PRESETS = ("python", "node-react", "ci", "paranoid", "yolo")

_NO_PUSHES = """\
case "$ARCHITECT_COMMAND" in
  *"git push"*|*" publish"*|*"twine upload"*)
    echo "pushing and publishing are for people: say in your answer what to push" >&2; exit 2 ;;
esac
"""
_ALL_REQUIRED = ("ci", "paranoid")


@frozen
class Entry:
    """One key of a section, why it is there, and its value."""

    section: str
    key: str
    why: str
    value: Any


def proposed_settings(facts: Facts, preset: Preset) -> list[Entry]:
    """What `.architect.yaml` is to say, section by section."""
    return [
        *_agents(preset),
        *_commands(preset),
        *_costs(preset),
        *_guardrails(facts, preset),
        *_hooks(facts, preset),
        *_around(preset),
    ]


def _agents(preset: Preset) -> Iterator[Entry]:
    match preset:
        case "paranoid":
            why = "Every tool call is asked about."
            modes = {"confirm_mode": "confirm-all"}
            yield Entry("agents", "build", why, modes)
            yield Entry("agents", "test", "", modes)
        case "yolo":
            why = (
                "Nobody is asked, except where a guardrail says so; what keeps this in bounds is "
                "the sandbox, the limits and the gates below."
            )
            yield Entry("agents", "build", why, {"confirm_mode": "yolo", "max_steps": 80})
        case "ci":
            why = "A run that has not come to an end by then is on the wrong way."
            yield Entry("agents", "build", why, {"max_steps": 60})
        case _:
            pass


def _commands(preset: Preset) -> Iterator[Entry]:
    if preset in ("paranoid", "yolo"):
        why = (
            "Where no sandbox is available commands are denied; `architect doctor` shows whether "
            "one is. auto would run them without one."
        )
        yield Entry("commands", "sandbox", why, "require")
        yield Entry("commands", "network", "Commands that need the network are asked about.", False)
    if preset == "paranoid":
        yield Entry("commands", "ask", "Asked about as if there were no sandbox.", "always")
        why = "Only commands that read, and known tools of development."
        yield Entry("commands", "allowed_only", why, True)
    if preset == "ci":
        why = "In seconds, for commands that name no limit of their own."
        yield Entry("commands", "default_timeout", why, 300)


def _costs(preset: Preset) -> Iterator[Entry]:
    budgets: dict[Preset, tuple[float, float]] = {
        "ci": (2.0, 1.0),
        "paranoid": (2.0, 0.5),
        "yolo": (5.0, 2.0),
    }
    if preset in budgets:
        budget, warning = budgets[preset]
        yield Entry("costs", "budget_usd", "In US dollars for a session; it ends there.", budget)
        yield Entry("costs", "warn_at_usd", "", warning)
    else:
        yield Entry("costs", "warn_at_usd", "Say so once when a run has cost this much.", 1.0)


def _guardrails(facts: Facts, preset: Preset) -> Iterator[Entry]:
    limits: dict[Preset, tuple[int, int, int]] = {
        "ci": (50, 3_000, 200),
        "paranoid": (15, 800, 60),
        "yolo": (60, 5_000, 300),
    }
    if preset in limits:
        files, lines, commands = limits[preset]
        yield Entry("guardrails", "max_files_modified", "Of one run.", files)
        yield Entry("guardrails", "max_lines_changed", "", lines)
        yield Entry("guardrails", "max_commands_executed", "", commands)
        if locks := _lock_files(facts):
            why = "Changed by their package managers, not by hand."
            yield Entry("guardrails", "protected_files", why, locks)
    if preset in ("paranoid", "yolo"):
        blocked = [r"\bgit\s+push\b", r"\b(npm|pnpm|yarn|cargo|poetry|uv)\s+publish\b"]
        yield Entry("guardrails", "blocked_commands", "Publishing is for people.", blocked)
    has_tests = any(gate.kind == "tests" for gate in facts.gates())
    if preset == "paranoid" and has_tests:
        why = "The agent has to run tests after its last edit."
        yield Entry("guardrails", "require_test_after_edit", why, True)
    if gates := _gates(facts, preset):
        why = "Commands that have to succeed before a run counts as done, run in this folder."
        if any("required" in gate for gate in gates):
            why += " Those with required: false are only reported."
        yield Entry("guardrails", "quality_gates", why, gates)
    if rules := list(_code_rules(facts, preset)):
        yield Entry("guardrails", "code_rules", "What new text should not contain.", rules)


def _gates(facts: Facts, preset: Preset) -> list[dict[str, Any]]:
    required: tuple[CheckKind, ...] = ("tests",)
    found: list[dict[str, Any]] = []
    for gate in facts.gates():
        values: dict[str, Any] = {"name": gate.name, "command": gate.command}
        if gate.kind not in required and preset not in _ALL_REQUIRED:
            values["required"] = False
        found.append({**values, "timeout": TIMEOUTS_S[gate.kind]})
    return found


def _lock_files(facts: Facts) -> list[str]:
    return list(
        dict.fromkeys(
            f"{part.relative}/{name}" if part.relative else name
            for part in facts.parts
            for name in part.lock_files
        )
    )


def _code_rules(facts: Facts, preset: Preset) -> Iterator[dict[str, str]]:
    if preset == "python" or (preset == "detected" and "Python" in facts.languages):
        message = "take breakpoints out again"
        yield {"pattern": r"\bbreakpoint\(\)", "message": message, "severity": "warn"}
    if preset == "node-react" or (preset == "detected" and _speaks_js(facts)):
        message = "take debugger statements out again"
        yield {"pattern": r"^\s*debugger;?\s*$", "message": message, "severity": "warn"}


def _speaks_js(facts: Facts) -> bool:
    return bool({"JavaScript", "TypeScript"} & set(facts.languages))


def _hooks(facts: Facts, preset: Preset) -> Iterator[Entry]:
    if preset in ("paranoid", "yolo"):
        why = "A hook that fails blocks the call, as one that says no does."
        hook = {
            "name": "no-pushes",
            "command": _NO_PUSHES,
            "matcher": "run_command",
            "on_failure": "block",
        }
        yield Entry("hooks", "pre_tool_use", why, [hook])
    checks = [_file_check(part) for part in facts.parts if part.file_check and not part.relative]
    if checks and preset != "ci":
        why = "The model reads what they say of a file that it has changed, and puts it right."
        yield Entry("hooks", "post_edit", why, checks)


def _file_check(part: Part) -> dict[str, Any]:
    return {
        "name": f"lint {part.language}",
        "command": part.file_check,
        "file_patterns": list(part.file_patterns),
        "timeout": 30,
    }


def _around(preset: Preset) -> Iterator[Entry]:
    if preset == "paranoid":
        yield Entry("edits", "review", "In an editor, too, each edit is asked about.", "confirm")
        yield Entry("web", "enabled", "No pages of the web.", False)
        why = "No MCP servers; those of your own configuration included."
        yield Entry("mcp", "enabled", why, False)
    if preset == "ci":
        why = "In days; runners that keep their folders would fill up."
        yield Entry("sessions", "cleanup_after_days", why, 7)
