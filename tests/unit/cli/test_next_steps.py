"""Commands to copy behind a run."""

from pathlib import Path

from architect.cli.next_steps import labelled, model_flags, undo_command


def test_the_flags_of_a_model_are_quoted_and_have_neither_login_nor_query() -> None:
    assert model_flags(None, None) == ""
    assert model_flags("openai/m", None) == " --model openai/m"
    address = "https://me:secret@host:1234/v1?key=secret"
    assert model_flags("a b", address) == " --model 'a b' --api-base https://host:1234/v1"


def test_a_command_that_does_not_fit_behind_its_label_has_a_line_of_its_own() -> None:
    commands = {"come back": "architect chat --resume 7", "undo": "architect undo 7", "changes": ""}
    beside = ["come back: architect chat --resume 7", "undo:      architect undo 7"]
    assert list(labelled(commands, None)) == beside
    assert list(labelled(commands, 36)) == beside
    assert list(labelled(commands, 35)) == ["come back:", "architect chat --resume 7", beside[1]]


def test_what_undoes_a_run_names_the_folder_that_was_named() -> None:
    assert undo_command("s1.2", None) == "architect undo s1.2"
    assert undo_command("s1.2", Path("my project")) == "architect undo -w 'my project' s1.2"
