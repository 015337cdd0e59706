"""Edits that the user changes in the editor before allowing them."""

from pathlib import Path
from typing import Any

from tests.support.daemon import call, daemon, played, says

CODE = call("write_file", path="a.py", content="x = 1\n")


def test_the_text_of_an_edit_is_changed_before_it_is_allowed(tmp_path: Path) -> None:
    questions: list[Any] = []

    async def confirm(params: Any) -> dict[str, Any]:
        questions.append(params)
        return {"choice": "once", "content": "x = 3\n"}

    async def scene() -> None:
        config = {"edits": {"review": "confirm"}}
        async with daemon(
            tmp_path / "project",
            CODE,
            says("done"),
            rich=True,
            answers={"architect/confirm": confirm},
            config=config,
        ) as client:
            info = await client.command("architect.run", {"prompt": "one", "wait": True})
            assert info["outcome"] == "completed"

    played(scene())
    [question] = questions
    assert question["editable"] is True
    assert (tmp_path / "project" / "a.py").read_bytes() == b"x = 3\n"
