"""The scripted job: list, grep, 8 reads, 8 edits, 4 commands, a call a reply, then a final text."""

from pathlib import Path
from typing import Any

FILES = 8
LINES = 120


def make_workspace(folder: Path) -> None:
    """Eight Python files of 120 lines."""
    for number in range(FILES):
        lines = [f"def function_{number}_{i}(value):" for i in range(LINES // 2)]
        text = "".join(f"{line}\n    return value + {i}\n" for i, line in enumerate(lines))
        (folder / f"module_{number}.py").write_bytes(text.encode())


Json = dict[str, Any]


def replies() -> list[Json]:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("list_files", {"recursive": True}),
        ("grep", {"pattern": "return value + 7", "file_pattern": "*.py"}),
    ]
    calls += [("read_file", {"path": f"module_{n}.py"}) for n in range(FILES)]
    calls += [
        (
            "edit_file",
            {
                "path": f"module_{n}.py",
                "old_str": f"def function_{n}_7(value):\n    return value + 7\n",
                "new_str": f"def function_{n}_7(value):\n    return value + 70\n",
            },
        )
        for n in range(FILES)
    ]
    calls += [("run_command", {"command": f"echo command {n}"}) for n in range(4)]
    steps: list[dict[str, Any]] = [
        {"text": "On it.", "calls": [{"name": name, "arguments": arguments}]}
        for name, arguments in calls
    ]
    return [*steps, {"text": "All eight files are changed."}]
