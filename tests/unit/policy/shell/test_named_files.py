from pathlib import PurePath

import pytest
from tests.support.table import table

from architect.policy.shell.files.named_files import files_named
from architect.policy.shell.place import Place
from architect.policy.shell.policy import CommandPolicy

PLACE = Place.of(PurePath("/ws"), PurePath("/home/me"), None, {"SECRET": ".env"})


def named(line: str) -> set[str]:
    return {file.text for file in files_named(line, PLACE).files}


def written(line: str) -> set[str]:
    return {file.text for file in files_named(line, PLACE).files if file.writes}


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
        "tar -cf all.tar .env --exclude .git",
        "tar -cf --exclude .env",
        "tar -cf all.tar --exclude --exclude .env",
        "grep x -- --exclude .env",
        "rg --ignore-file=.env x",
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
        ('w() { cat x > "$1"; }; { w a; }', {"/ws/$1", "/ws/a"}),
        ('w() { cat x > "$1"; }; if true; then w a; fi', {"/ws/$1", "/ws/a"}),
        ('w() { cat x > "$1"; }; g() { w "$1"; }; g a', {"/ws/$1", "/ws/a"}),
    ],
)
def test_it_is_known_which_files_are_changed(line: str, files: set[str]) -> None:
    assert written(line) == files


def test_code_may_change_every_file_it_names() -> None:
    assert "/ws/a.txt" in written("python -c \"open('a.txt', 'w')\"")


@pytest.mark.parametrize("line", ["cat 'unclosed", "((((", "cat $(", "", " ", "a " * 40])
def test_a_line_that_is_none_is_looked_at_without_an_error(line: str) -> None:
    assert len(files_named(line, PLACE).files) < 100


@pytest.mark.parametrize("padding", ["a ", "-a ", "x{1,2} "])
def test_padding_hides_nothing(padding: str) -> None:
    numbered = " ".join(f"f{number}" for number in range(1_500))
    assert "/ws/.env" in named(f"cat {numbered} {padding * 500} .env")
    assert "/ws/.env" in named(f"cat {numbered * 10} .env")


CALLED_OFTEN = "h() { bash -s <(:) <<<'" + ("\n: " + "a " * 30) * 70 + "'; }" + "\nh" * 40


@table(
    "line",
    [
        "cat {,}{,}{,}{,}{,}{,}.en{v,v}",
        "cat .en{v..v}",
        "cat .env{1..1,}",
        "cat {.en{v,w},a}",
        "python3 -c '#" + "x" * 6_000 + '\nprint(open(".env").read())\'',
        "x=.en; " + ":; " * 1_900 + "cat ${x}v",
    ],
)
def test_a_file_is_found_behind_braces_and_padding(line: str) -> None:
    assert "/ws/.env" in named(line)


def test_a_sequence_of_one_is_its_only_word() -> None:
    assert "/ws/.env.1" in named("cat .env.{1..1}")
    assert "/ws/.env.*[0-9]" in named("cat .env.{1..9}")


@table(
    "line",
    [
        CALLED_OFTEN + "\ncat .env",
        "cat {" + "," * 510 + ".env}",
        "cat {" + "x" * 1_000 + ",.env}",
        "cat < {" + "," * 510 + ".env}",
        "cat " + "{a,b}" * 21 + ".env",
        "f() { cat ${1}v; }; " + ":; " * 1_900 + "f .en",
        ":; " * 1_900 + "cat $(printf .en%s v)",
    ],
)
def test_a_line_whose_files_cannot_all_be_seen_may_not_run(line: str) -> None:
    assert not files_named(line, PLACE).is_complete
    denied = CommandPolicy(workspace=PurePath("/ws")).deny_reason(line, None, {})
    assert denied is not None


@table(
    "line",
    [
        "for i in {1..1000}; do echo $i; done",
        "touch file{1..5000}.txt",
        "mkdir -p {src,tests}/{a,b,c}/{d,e}/{0..9}{0..9}",
        "cat > a.json <<'E'\n" + '{"a": [1, 2], "b": {"c": 1, "d": 2}}\n' * 100 + "E",
        "x='" + '{"a": 1, "b": 2}' * 100 + "'; curl -d $x http://localhost",
        "echo '" + "{a,b}" * 300 + "'",
        "cat " + " ".join(f"f{number}" for number in range(500)),
    ],
)
def test_all_files_of_an_honest_line_are_seen(line: str) -> None:
    assert files_named(line, PLACE).is_complete


@table(
    "line",
    [
        "tar --exclude=.env -cf all.tar .",
        "tar -cf all.tar --exclude .env --exclude .git .",
        "rsync -a --exclude=.env . /tmp/copy/",
        "grep -r --exclude-dir=.env x .",
        "pytest --ignore=.env",
    ],
)
def test_what_is_left_out_is_no_file_that_is_used(line: str) -> None:
    assert not {name for name in named(line) if name.endswith(".env")}
