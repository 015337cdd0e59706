"""Which files the words behind a slash command name."""

from pathlib import Path

from architect.cli.chat.slash.named_paths import named_paths


def test_words_name_a_file_that_is_there_or_are_split_as_by_a_shell(tmp_path: Path) -> None:
    for name in ("my notes.md", "don't.md"):
        (tmp_path / name).touch()
    for words, paths in {
        "": (),
        "a.py src": ("a.py", "src"),
        "my notes.md": ("my notes.md",),
        "'gone notes.md' a.py": ("gone notes.md", "a.py"),
        "don't.md": ("don't.md",),
        "don't.md a.py": ("don't.md", "a.py"),
        "n" * 9_000: ("n" * 9_000,),
    }.items():
        assert named_paths(words, tmp_path) == paths, words
