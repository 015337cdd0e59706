"""Commands to copy behind a run."""

from architect.cli.next_steps import model_flags


def test_the_flags_of_a_model_are_quoted_and_have_neither_login_nor_query() -> None:
    assert model_flags(None, None) == ""
    assert model_flags("openai/m", None) == " --model openai/m"
    address = "https://me:secret@host:1234/v1?key=secret"
    assert model_flags("a b", address) == " --model 'a b' --api-base https://host:1234/v1"
