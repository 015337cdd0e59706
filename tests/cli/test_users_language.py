"""What the command line says, in the language of its user."""

from collections.abc import Mapping

import pytest
from tests.cli.talk import talk
from tests.support.command import Project
from tests.support.provider_server import Reply

SPANISH, ENGLISH = "Comandos", "Commands"


@pytest.mark.parametrize(
    ("environment", "configured", "said"),
    [
        ({}, "", ENGLISH),
        ({"LANG": "es_ES.UTF-8"}, "", SPANISH),
        ({"LANG": "fr_FR.UTF-8"}, "", ENGLISH),
        ({"LANG": "es_ES.UTF-8", "ARCHITECT_LANGUAGE": "en"}, "", ENGLISH),
        ({"ARCHITECT_LANGUAGE": "es"}, "", SPANISH),
        ({}, "language: 'es'  # mine\n", SPANISH),
        ({"LANG": "es_ES.UTF-8"}, "language: en\n", ENGLISH),
        ({"LANG": "es_ES.UTF-8"}, "language: auto\n", SPANISH),
    ],
)
def test_help_is_in_the_language_that_is_set_or_else_in_that_of_the_locale(
    project: Project, environment: dict[str, str], configured: str, said: str
) -> None:
    if configured:
        file = project.home / "config" / "architect" / "config.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(configured)
    lines = project.architect("--help", environment=environment).stdout.decode().split("\n")
    assert f"{said}:" in lines


def test_a_language_that_there_is_not_is_named_and_so_are_those_there_are(
    project: Project,
) -> None:
    finished = project.architect("sessions", environment={"ARCHITECT_LANGUAGE": "tlh"})
    assert finished.code == 3
    assert finished.stderr == (
        "architect: ARCHITECT_LANGUAGE: language: 'tlh' is none of auto, en, es\n"
    )


def test_options_and_what_click_says_of_a_mistake_are_in_spanish_too(project: Project) -> None:
    spanish = {"LANG": "es_ES.UTF-8"}
    shown = project.architect("undo", "--help", environment=spanish).stdout.decode()
    assert "Deshace" in shown
    assert "Only this file" not in shown
    refused = project.architect("undo", "--no-such-option", environment=spanish)
    assert (refused.code, "No such option" in refused.stderr) == (3, False)


@pytest.mark.parametrize(
    ("arguments", "message", "told"),
    [
        (("--modl", "x"), "No such option '--modl'.", "No existe la opción '--modl'."),
        (("--max-steps", "0"), "Invalid value for '--max-steps': 0 is", "Valor no válido para"),
        ((), "Missing argument 'PROMPT'.", "Falta el argumento 'PROMPT'."),
    ],
)
def test_programs_read_of_a_mistake_in_english(
    project: Project, arguments: tuple[str, ...], message: str, told: str
) -> None:
    finished = project.architect("run", "--json", *arguments, environment={"LANG": "es_ES.UTF-8"})
    assert finished.document["error"]["message"].startswith(message)
    assert f"Error: {told}" in finished.stderr


def test_parts_of_the_context_have_names_in_spanish_and_programs_read_codes(
    project: Project,
) -> None:
    spanish = {"LANG": "es_ES.UTF-8"}
    lines = project.architect("context", "hola", environment=spanish).stdout.decode().splitlines()
    assert [line.split()[0] for line in lines] == [
        *("herramientas", "prompt", "entorno", "hoy", "mapa", "tarea", "total")
    ]
    assert len({line.index(f"{line.split()[1]}  ") + len(line.split()[1]) for line in lines}) == 1
    parts = project.architect("context", "hola", "--json", environment=spanish).document["parts"]
    codes = ["tools", "prompt", "environment", "today", "map", "task"]
    assert [part["name"] for part in parts] == codes


@pytest.mark.parametrize(
    ("settings", "is_told"),
    [({"LANG": "es_ES.UTF-8"}, True), ({"ARCHITECT_LANGUAGE": "es"}, True), ({}, False)],
)
def test_the_model_is_told_to_write_in_the_language_of_the_user(
    settings: Mapping[str, str], is_told: bool, project: Project
) -> None:
    talked = talk(project, [Reply("Listo.")], settings=settings)
    assert talked.code == 0, talked.stderr
    told = " ".join(each["content"] for each in talked.requests[0].body["messages"][:-1])
    assert ("Write to the user in Spanish" in told) is is_told
