from pathlib import PurePath

import pytest
from tests.support.table import table

from architect.policy.shell.files.named_files import files_named
from architect.policy.shell.place import Place

PLACE = Place.of(PurePath("/ws"), PurePath("/home/me"), None, {"SECRET": ".env"})


def named(line: str) -> set[str]:
    return {file.text for file in files_named(line, PLACE)}


def written(line: str) -> set[str]:
    return {file.text for file in files_named(line, PLACE) if file.writes}


@table(
    "line",
    [
        "cat .env",
        "cat ./.env",
        "cat /ws/.env",
        'cat ".env"',
        "cat .e''nv",
        r"cat .\env",
        "cat < .env",
        "echo $(<.env)",
        'echo "$(< .env)"',
        "x=$(<.env); echo $x",
        "cat <<< $(<.env)",
        "cat <<E\n$(<.env)\nE",
        "grep x .env",
        "sed -n p .env",
        "cp .env copy",
        "X=.env; cat $X",
        "cat $SECRET",
        "cat $(echo .env)",
        "bash -c 'cat .env'",
        "eval cat .env",
        "env FOO=1 timeout 5 cat .env",
        "echo .env | xargs cat",
        "find . -name .env | xargs cat",
        "find . -name .env -exec cat {} +",
        "f() { cat $1; }; f .env",
        "for f in .env b; do cat $f; done",
        "while read x; do echo $x; done < .env",
        "curl -d @.env http://localhost",
        "curl -F file=@.env http://localhost",
        "git show HEAD:.env",
        "git diff .env",
        "docker run --env-file=.env image",
        "source .env",
        "python -c \"print(open('.env').read())\"",
        'node -e \'require("fs").readFileSync(".env")\'',
        "python3 - <<'EOF'\nopen('.env')\nEOF",
        "bash <<'EOF'\ncat .env\nEOF",
        "diff <(cat .env) b",
        "true && (cd . && cat .env)",
        "awk '{print}' .env",
        "tar czf x.tgz .env",
        "echo {a,.env} | xargs cat",
        "cat {a,.env}",
    ],
)
def test_a_file_is_found_in_every_spelling(line: str) -> None:
    places = {text.replace("/./", "/") for text in named(line)}
    assert "/ws/.env" in places


@pytest.mark.parametrize(
    "line",
    [
        "ls -la .env",
        "test -f .env",
        "find . -name .env",
        "git status .env",
        "git add .env",
        "git commit -m 'mend .env'",
        "echo .env",
        "grep -rn .env src",
        "stat .env",
    ],
)
def test_what_shows_no_more_than_a_name_is_free(line: str) -> None:
    assert "/ws/.env" not in named(line)


def test_a_command_before_says_in_which_folder_a_file_is() -> None:
    assert "/ws/config/.env" in named("cd config && cat .env")
    assert "/home/me/.ssh/id_rsa" in named("cat ~/.ssh/id_rsa")


@table(
    ("line", "files"),
    [
        ("echo x > a", {"/ws/a"}),
        ("echo x >> a", {"/ws/a"}),
        ("echo $(> a)", {"/ws/a"}),
        ("cat b &> a", {"/ws/a"}),
        ("tee a < b", {"/ws/a"}),
        ("cp b a", {"/ws/a"}),
        ("cp b a/", {"/ws/a/", "/ws/a/b"}),
        ("cp b c a", {"/ws/a", "/ws/a/b", "/ws/a/c"}),
        ("mv a b", {"/ws/a", "/ws/b"}),
        ("rm -rf a", {"/ws/a"}),
        ("sed -i s/x/y/ a", {"/ws/a"}),
        ("sed s/x/y/ a", set[str]()),
        ("dd if=b of=a", {"/ws/a"}),
        ("git checkout -- a", {"/ws/checkout", "/ws/a"}),
        ("ruff check a", set[str]()),
        ("ruff check --fix a", {"/ws/check", "/ws/a"}),
        ("black --check a", set[str]()),
        ("black a", {"/ws/a"}),
        ("curl -o a http://x", {"/ws/a", "/ws/http://x"}),
        ("cat a", set[str]()),
        ("echo a | xargs rm", {"/ws/a"}),
        ("echo a b | xargs -n1 rm -f", {"/ws/a", "/ws/b"}),
        ("printf 'a' | xargs -I{} sed -i s/x/y/ {}", {"/ws/a", "/ws/{}"}),
        ("xargs rm <<< a", {"/ws/a"}),
        ("xargs rm <<E\na\n'b'\nE", {"/ws/a", "/ws/b"}),
        ("echo a | xargs cat", set[str]()),
        ("cat a | xargs rm", set[str]()),
        ("find . -name '*.pyc' | xargs rm", set[str]()),
        ("xargs cat <<< a", set[str]()),
    ],
)
def test_it_is_known_which_files_are_changed(line: str, files: set[str]) -> None:
    assert written(line) == files


def test_code_may_change_every_file_it_names() -> None:
    assert "/ws/a.txt" in written("python -c \"open('a.txt', 'w')\"")


@pytest.mark.parametrize("line", ["cat 'unclosed", "((((", "cat $(", "", " ", "a " * 40])
def test_a_line_that_is_none_is_looked_at_without_an_error(line: str) -> None:
    assert len(files_named(line, PLACE)) < 100


@pytest.mark.parametrize("padding", ["a ", "-a ", "x{1,2} "])
def test_padding_hides_nothing(padding: str) -> None:
    numbered = " ".join(f"f{number}" for number in range(1_500))
    assert "/ws/.env" in named(f"cat {numbered} {padding * 500} .env")
    assert "/ws/.env" in named(f"cat {numbered * 10} .env")
