import json
import pickle
from collections.abc import Generator, Mapping

import pytest

from architect.adapters.models.faults.provider_faults import fault_for_status
from architect.config.problems import checked
from architect.domain.errors import UserError
from architect.domain.question_title import question_title
from architect.domain.redaction import rewritten
from architect.domain.shell import Need
from architect.domain.text.counted import counted
from architect.l10n import (
    AUTO,
    SOURCE,
    at,
    either,
    english,
    joined,
    language,
    languages,
    nearest,
    of_locale,
    shown,
    t,
    tn,
    use_automatically,
    use_language,
)
from architect.l10n_made import lines_of
from architect.services.task_names import run_name, shown_title


@pytest.fixture(autouse=True)
def english_again() -> Generator[None]:
    yield
    use_automatically("")
    use_language(SOURCE)


def test_english_is_what_the_source_says() -> None:
    assert (t("done"), t("{a} of {b!r}", a=1, b="x"), t("{braces}")) == (
        "done",
        "1 of 'x'",
        "{braces}",
    )


def test_a_text_is_told_in_the_language_that_is_used_until_another_one_is() -> None:
    use_language("es")
    assert (language(), t("Commands")) == ("es", "Comandos")
    use_language(SOURCE)
    assert t("Commands") == "Commands"


def test_a_text_that_no_catalogue_has_stays_english() -> None:
    use_language("es")
    assert t("said {by} nobody", by=1) == "said 1 nobody"


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("es", "es"),
        ("es-MX", "es"),
        ("es_ES.UTF-8", "es"),
        ("ES", "es"),
        ("est", "en"),
        ("fr_FR.UTF-8", "en"),
        ("C.UTF-8", "en"),
        ("", "en"),
        ("../es", "en"),
    ],
)
def test_a_tag_leads_to_its_language_and_elsewhere_to_english(tag: str, found: str) -> None:
    assert nearest(tag) == found
    use_automatically(tag)
    use_language(AUTO)
    assert language() == found


@pytest.mark.parametrize(
    ("environ", "tag"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es_ES.UTF-8"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "C"),
        ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": "en_GB"}, "en_GB"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": ""}, "es_ES.UTF-8"),
        ({}, ""),
    ],
)
def test_the_locale_is_read_as_posix_has_it(environ: Mapping[str, str], tag: str) -> None:
    assert of_locale(environ) == tag


def test_english_is_among_the_languages_and_each_other_one_has_a_catalogue() -> None:
    assert languages() == ("en", "es")


def test_a_plural_has_the_form_of_its_number() -> None:
    use_language("es")
    told = [tn("{number} file", "{number} files", number) for number in (0, 1, 2)]
    assert told == ["0 archivos", "1 archivo", "2 archivos"]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (english("cannot continue: {reason}", reason="boom"), "no se puede continuar: boom"),
        ("cannot continue: 12 more lines", "no se puede continuar: 12 líneas más"),
        (
            "2 files; 1 step\ninterrupted by the user",
            "2 archivos; 1 paso\ninterrumpido por el usuario",
        ),
        ("cannot continue: Commands", "no se puede continuar: Commands"),
        ("a/b.py: interrupted by the user", "a/b.py: interrumpido por el usuario"),
        ("interrupted by the user: fatal: x", "interrumpido por el usuario: fatal: x"),
        ("x; cannot continue: a; 1 step", "x; no se puede continuar: a; 1 paso"),
        ("a: " * 1_300 + "b", "a: " * 1_300 + "b"),
        (
            "the function 'f' starts itself without end; starts itself without end",
            "la función 'f' se inicia a sí misma sin fin; se inicia a sí mismo sin fin",
        ),
        (
            "x may leave the workspace (a server that is `trusted` in mcp.servers may)",
            "x puede salir del área de trabajo (un servidor que es `trusted` en mcp.servers puede)",
        ),
        (
            "e.yaml:3: llm.x: unknown key, did you mean 'y'?",
            "e.yaml:3: llm.x: clave desconocida, ¿tal vez 'y'?",
        ),
        (
            "there is no agent 'x', did you mean 'y'?",
            "no existe el agente 'x', ¿tal vez 'y'?",
        ),
        (
            "e.yaml:2: x: 'y' is not one of a, b\ne.yaml:3: z: must not be empty",
            "e.yaml:2: x: 'y' no es ninguno de a, b\ne.yaml:3: z: no puede estar vacío",
        ),
        (
            english("unknown key, did you mean {either}?", either=either(["'a.x'", "'b.x'"])),
            "clave desconocida, ¿tal vez 'a.x' o 'b.x'?",
        ),
        (
            english(", did you mean {either}?", either=either(["'a or b.py'", "'c.py'"])),
            ", ¿tal vez 'a or b.py' o 'c.py'?",
        ),
        ("the review found 2 problems", "la revisión encontró 2 problemas"),
        ("a.py:1 f: complexity 14 (was 9)", "a.py:1 f: complejidad 14 (antes 9)"),
        ("`dpkg -i` is not known here", "`dpkg -i` is not known here"),
        ("`sed -i` writes the file (s/a/b/)", "`sed -i` escribe el archivo (s/a/b/)"),
        ("he asked who of us all writes", "he asked who of us all writes"),
        ("all the file", "all the file"),
        ("boom or bust", "boom or bust"),
        (
            "there is no mode 'plam', did you mean 'plan'?",
            "no hay ningún modo 'plam', ¿tal vez 'plan'?",
        ),
        ("{reason}", "{reason}"),
        ("cannot continue: " * 1_000, "cannot continue: " * 1_000),
        ("", ""),
    ],
)
def test_what_was_made_in_english_is_shown_in_the_language(made: str, told: str) -> None:
    assert shown(made) == made
    use_language("es")
    assert shown(made) == told


NO_COMMITTER = "git does not know who commits; set user.name and user.email with `git config`"


def problem_of(key: str) -> str:
    found = checked({key: 1})
    assert isinstance(found, list)
    return str(found[0])


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (problem_of("costs"), "costs: necesita claves debajo"),
        (
            str(lines_of(joined("\n", [problem_of("costs"), "x"]))[0]),
            "costs: necesita claves debajo",
        ),
        (problem_of("model"), "model: clave desconocida, ¿tal vez 'llm.model'"),
        (
            str(UserError(english("cannot continue: {reason}", reason=1))),
            "no se puede continuar: 1",
        ),
        (joined("; ", [at("2 files", counted(2, "file"))]), "2 files: 2 archivos"),
        (
            english("agents cannot work on copies here: {fault}", fault=NO_COMMITTER),
            "los agentes no pueden trabajar en copias aquí: git no sabe quién crea el commit;",
        ),
        (
            f"agents cannot work on copies here: {NO_COMMITTER}",
            "los agentes no pueden trabajar en copias aquí: git no sabe quién crea el commit;",
        ),
        (question_title("write_file", "a (12 lines)"), "¿Escribir a (12 lines)?"),
        (question_title("run_command", "the network"), "¿Ejecutar `the network`?"),
        (english("needs {need}", need=Need.NETWORK), "necesita la red"),
        (
            question_title("write_file", english("{path} ({number} lines)", path="a", number=2)),
            "¿Escribir a (2 líneas)?",
        ),
    ],
)
def test_what_knows_how_it_was_made_is_translated_exactly(made: str, told: str) -> None:
    use_language("es")
    assert shown(made).startswith(told)


@pytest.mark.parametrize(
    ("title", "told"),
    [
        (run_name("review_changes"), "Revisar cambios sin commit"),
        ("Resume Review a.py", "Reanudar Revisar a.py"),
        ("Explain a.py:1-2", "Explicar a.py:1-2"),
        ("Explain the files that are gone", "Explain the files that are gone"),
        ("2 files are gone: mend them", "2 files are gone: mend them"),
    ],
)
def test_a_title_is_recorded_in_english_and_shown_in_the_language_if_it_is_ours(
    title: str, told: str
) -> None:
    use_language("es")
    assert shown_title(title) == told


def test_what_was_made_is_a_text_as_any_other() -> None:
    made = english("cannot continue: {reason}", reason="boom")
    assert made == "cannot continue: boom"
    assert type(pickle.loads(pickle.dumps(made))) is str
    assert json.loads(json.dumps({made: made})) == {made: made}
    assert rewritten((made,), lambda text: text.replace("boom", "-")) == ("cannot continue: -",)


def test_what_a_provider_said_stays_as_it_was_among_words_of_ours() -> None:
    out_of_credit = str(fault_for_status(402, "Add funds; then try again."))
    use_language("es")
    assert shown(out_of_credit) == (
        "el proveedor respondió 402: Add funds; then try again; falta crédito, no es cuestión de"
        " velocidad: pagar o subir el límite en el proveedor, o elegir otro modelo"
        " (--model, llm.fallbacks)"
    )


@pytest.mark.parametrize(
    "asked",
    ["Run `3 files`?", "`rm x; 1 step` cannot be undone", "cannot continue: `12 more lines`"],
)
def test_a_command_that_is_asked_about_is_never_altered(asked: str) -> None:
    use_language("es")
    code = asked[asked.index("`") : asked.rindex("`") + 1]
    assert code in shown(asked)


@pytest.mark.parametrize("text", ["failed: " + "runs " * 300, "with " * 390, "x; " * 600])
def test_texts_that_look_like_many_messages_come_to_an_end(text: str) -> None:
    use_language("es")
    assert shown(text).count(" ") == text.count(" ")


@pytest.mark.parametrize("value", ["step 3", "a (was b)", "all; 12 more lines"])
def test_what_a_model_or_a_file_has_said_stays_as_it_is(value: str) -> None:
    use_language("es")
    assert (
        shown(
            english(
                "unknown command {name!r}{hint} The commands are: {known}.",
                name=value,
                hint=";",
                known="x",
            )
        ).count(value)
        == 1
    )


def test_a_list_is_told_if_all_of_it_can_be_and_a_name_in_it_is_none_of_ours() -> None:
    use_language("es")
    assert shown("2 long functions (was 1), no duplicate blocks") == (
        "2 funciones largas (antes 1), ningún bloque duplicado"
    )
    assert shown("2 long functions, files of mine") == "2 long functions, files of mine"
    assert shown("deleted, modified") == "deleted, modified"
