"""What an editor shows of what a run would be told."""

from pathlib import Path

from tests.support.daemon import daemon, played


def test_the_context_has_the_texts_as_the_editor_shows_them(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "AGENTS.md").write_text("Use tabs.\n")

    async def scene() -> None:
        async with daemon(root) as client:
            client.open("AGENTS.md", "Use blanks.\n")
            context = await client.command("architect.context", {"prompt": "fix it"})
        assert context["tokens"] == sum(part["tokens"] for part in context["parts"])
        texts = {part["name"]: part["text"] for part in context["parts"]}
        assert "Use blanks." in texts["rules"]
        assert texts["task"] == "fix it"

    played(scene())
