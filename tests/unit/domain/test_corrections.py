"""Which words of a user correct an agent, and which are a task."""

from tests.support.table import table

from architect.domain.corrections import corrections_in
from architect.domain.verdict import DENIED

CORRECTIONS = """
No, the config lives in settings.toml.
No: that is the wrong file, use core.py.
Don't use npm here, we have pnpm.
Please do not add comments to every line.
We use pnpm in this repository.
Use httpx instead of requests.
Always run the linter before you finish.
Never commit without asking me.
From now on write tests first.
I told you that the API is versioned.
That's not how we name tests.
Actually, dates are stored in UTC.
I prefer short functions.
Stop adding type comments.
use tabs rather than spaces
prefer composition, not inheritance
No, usa pytest en vez de unittest.
Siempre en español, por favor.
Nunca toques la carpeta generada.
No uses npm aquí.
A partir de ahora escribe los mensajes en español.
En este proyecto usamos pnpm.
Deja de añadir comentarios.
Prefiero funciones cortas.
Eso no es así, la tabla se llama users.
Te dije que no cambiaras los tests.
En realidad, la fecha va en UTC.
Usa tabuladores y no espacios.
""".strip().split("\n")

TASKS = """
Now add a test for the empty case.
Fix the failing build.
Continue.
ok, thanks
What does this function do?
Why do you never close the file?
Do you always need a lock there?
Rename foo to bar and run the tests.
There is no test for this yet.
No tests fail any more.
Make the button blue.
The user should see an error when the file is missing.
Write a function that returns the first even number.
¿Por qué no usas pytest?
Añade una prueba para el caso vacío.
Arregla el error de la línea 20.
Ahora traduce el mensaje al español.
No hay pruebas todavía.
Sigue.
""".strip().split("\n")

OURS = (
    DENIED,
    "it requires confirmation, and there is no terminal to ask on; use --mode yolo or --dry-run",
    "access requires confirmation, and there is no terminal to ask on",
)


@table("sentence", [*CORRECTIONS, *TASKS, *OURS])
def test_corrections_are_told_from_tasks_in_english_and_spanish(sentence: str) -> None:
    assert corrections_in(sentence) == ([sentence] if sentence in CORRECTIONS else [])


def test_only_the_sentences_that_correct_are_taken_and_no_code() -> None:
    message = (
        "Looks good. No, use pnpm instead of npm! Then run it?\n"
        "```\nnever(always, use='x', instead_of='y')\n```\nSiempre con sangría de dos."
    )
    assert corrections_in(message) == [
        "No, use pnpm instead of npm!",
        "Siempre con sangría de dos.",
    ]


def test_whoever_writes_many_writes_rules() -> None:
    assert len(corrections_in("Never do this. " * 20)) == 3
    assert corrections_in("never " + "x" * 400) == []
