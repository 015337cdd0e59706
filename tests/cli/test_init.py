"""`architect init`: what it shows, writes, trusts and leaves alone."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests.support.command import Finished, Project
from tests.support.sandboxes import need_sandbox

from architect.cli.commands.review import command

PYPROJECT = "[dependency-groups]\ndev = ['pytest']\n[tool.ruff]\n"
PASSING = "def test_it() -> None:\n    assert True\n"
SCRIPT = {"schema_version": 1, "replies": [{"text": "done"}]}


def python_project(project: Project) -> None:
    project.write("pyproject.toml", PYPROJECT)
    project.write("test_it.py", PASSING)


def answered(project: Project, answers: list[tuple[bytes, bytes]], *flags: str) -> Finished:
    """What comes of `architect init` on a terminal where each question gets its answer."""
    main, side = pty.openpty()
    with project.start("init", *flags, stdin=side, stderr=side) as process:
        os.close(side)
        shown = b""
        for question, answer in answers:
            while question not in shown:
                shown += os.read(main, 65_536)
            shown = shown.partition(question)[2]
            os.write(main, answer + b"\n")
        out, _ = process.communicate(timeout=60)
    os.close(main)
    return Finished(process.returncode, out or b"", shown.decode())


def files(project: Project) -> set[str]:
    return {
        path.relative_to(project.folder).as_posix()
        for path in project.folder.rglob("*")
        if path.is_file() and ".git/" not in str(path)
    }


@pytest.mark.parametrize("preset", ["", "python", "node-react", "ci", "paranoid", "yolo"])
def test_what_it_writes_is_valid_counts_and_is_not_written_twice(
    project: Project, preset: str
) -> None:
    python_project(project)
    project.write(
        "package.json", '{"scripts": {"test": "vitest"}, "devDependencies": {"eslint": ""}}'
    )
    project.write("package-lock.json", "{}")
    flags = ("--preset", preset) if preset else ()
    done = project.architect("init", "--yes", "--trust", *flags)
    assert done.code == 0, done.stderr
    assert "trusted, until one of these files changes: .architect.yaml" in done.text
    checked = project.architect("validate-config")
    assert (checked.code, checked.stderr) == (0, ""), checked.stderr
    assert "ignored" not in project.architect("trust", "--show").text
    before = {name: project.read(name) for name in files(project)}
    again = project.architect("init", "--yes", *flags)
    assert again.code == 0
    assert "nothing to write" in again.text
    assert again.text.count("stays as it is; it lacks nothing") >= 2
    assert {name: project.read(name) for name in files(project)} == before


def test_without_a_terminal_it_only_shows(project: Project) -> None:
    python_project(project)
    before = files(project)
    done = project.architect("init")
    assert done.code == 1
    assert "--yes" in done.stderr
    assert "+      command: python" in done.text
    assert files(project) == before
    dry = project.architect("init", "--dry-run", "--yes")
    assert dry.code == 0
    assert "nothing was written" in dry.text
    assert files(project) == before


def test_yes_alone_trusts_nothing_and_says_so(project: Project) -> None:
    python_project(project)
    done = project.architect("init", "--yes")
    assert "architect trust" in done.text
    assert project.architect("trust", "--show").code == 1


def test_each_file_is_asked_about_on_a_terminal(project: Project) -> None:
    python_project(project)
    done = answered(
        project,
        [
            (b"A file for", b"github"),
            (b"Write .architect.yaml?", b"y"),
            (b"Write AGENTS.md?", b"n"),
            (b"Write .github/workflows/architect.yml?", b"y"),
            (b"Trust this project?", b"y"),
        ],
    )
    assert done.code == 0
    assert files(project) >= {".architect.yaml", ".github/workflows/architect.yml"}
    assert not (project.folder / "AGENTS.md").exists()
    assert project.architect("trust", "--show").text == "trusted\n"


def test_a_no_to_everything_writes_nothing(project: Project) -> None:
    python_project(project)
    before = files(project)
    answers = [(b"A file for", b""), (b"Write .architect.yaml?", b"n"), (b"Write AGENTS.md?", b"n")]
    done = answered(project, answers)
    assert (done.code, files(project)) == (0, before)


def test_trust_names_what_else_would_be_trusted(project: Project) -> None:
    python_project(project)
    project.write(".mcp.json", '{"mcpServers": {"evil": {"command": "./evil"}}}')
    done = answered(
        project,
        [
            (b"Write .architect.yaml?", b"y"),
            (b"Write AGENTS.md?", b"n"),
            (b"with it you trust .mcp.json", b""),
        ],
        "--ci",
        "none",
    )
    assert done.code == 0
    assert project.architect("trust", "--show").code == 1


def test_the_gate_that_it_wrote_decides_about_a_run(project: Project) -> None:
    python_project(project)
    project.write("s.json", json.dumps(SCRIPT))
    python = Path(sys.executable).parent
    environment = {"PATH": f"{python}:{os.environ['PATH']}"}
    project.architect("init", "--yes", "--trust", environment=environment)
    flags = ("run", "x", "--model", "recorded/s.json", "--json")
    ran = project.architect(*flags, environment=environment)
    assert (ran.code, ran.document["status"]) == (0, "success"), ran.stderr
    project.write("test_it.py", PASSING.replace("True", "False"))
    ran = project.architect(*flags, environment=environment)
    assert ran.code == 1, ran.stderr
    assert "assert False" in project.journals[-1].read_text()


def test_an_existing_configuration_stays_and_is_told_what_it_lacks(project: Project) -> None:
    python_project(project)
    own = "costs: {warn_at_usd: 3}\nguardrails:\n  max_files_modified: 9\n"
    project.write(".architect/config.yaml", own)
    project.write("CLAUDE.md", "Run `python -m pytest -q` or `python3 -m pytest -q` always.")
    before = files(project)
    done = project.architect("init", "--yes")
    assert done.code == 0
    assert ".architect/config.yaml exists and stays as it is; this could be added:" in done.text
    assert "+#   quality_gates:" in done.text
    assert "warn_at_usd: 1.0" not in done.text
    assert "+- Lint" in done.text
    assert "+- Run the tests" not in done.text
    assert files(project) == before
    assert project.read(".architect/config.yaml") == own


def test_what_could_be_added_can_be_added(project: Project) -> None:
    python_project(project)
    project.write(".architect.yaml", "costs: {warn_at_usd: 3}")
    shown = project.architect("init", "--dry-run").text
    diff = shown.partition("this could be added:\n")[2].partition("\n\nAGENTS.md")[0]
    patch = project.write("add.patch", re.sub("(?m)^  ", "", diff) + "\n")
    subprocess.run(["git", "apply", patch], cwd=project.folder, check=True)
    assert "quality_gates" in project.read(".architect.yaml")
    assert project.architect("validate-config").code == 0


@pytest.mark.parametrize("content", ["llm: [", "\x00\xff", "- a\n- b\n", ""])
def test_a_broken_configuration_stays_too(project: Project, content: str) -> None:
    project.write(".architect.yaml", content)
    done = project.architect("init", "--yes")
    assert done.code == 0
    assert project.read(".architect.yaml") == content
    assert ".architect.yaml exists and stays as it is" in done.text


def test_links_are_neither_followed_nor_replaced(project: Project, tmp_path: Path) -> None:
    python_project(project)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (project.folder / ".github").symlink_to(elsewhere)
    (project.folder / "AGENTS.md").symlink_to(elsewhere / "new.md")
    done = project.architect("init", "--yes", "--ci", "github")
    assert done.code == 1
    assert ".github/workflows/architect.yml cannot be written" in done.stderr
    assert list(elsewhere.iterdir()) == []
    assert (project.folder / ".architect.yaml").exists()


def test_a_folder_that_cannot_be_written_is_told_in_one_line(
    project: Project, tmp_path: Path
) -> None:
    need_sandbox(tmp_path)  # then there are namespaces, too
    python_project(project)
    mount = (
        f"mount -o bind,ro {shlex.quote(str(project.folder))} {shlex.quote(str(project.folder))}"
    )
    inside = f"{mount} && cd . && exec {sys.executable} -m architect init --yes -w {project.folder}"
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", inside],
        cwd="/",
        env=project.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "architect: .architect.yaml cannot be written: Read-only file system" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (project.folder / ".architect.yaml").exists()


def test_names_of_strangers_are_shown_escaped(project: Project) -> None:
    project.write("a\x1b[2Jb/package.json", '{"scripts": {"test": "jest"}}')
    project.write("c`d*e/package.json", '{"scripts": {"test": "jest"}}')
    project.write("f$(touch ran)/go.mod", "module x")
    done = project.architect("init", "--yes", "--trust", "--preset", "paranoid")
    assert done.code == 0, done.stderr
    assert "\x1b" not in done.text
    assert project.architect("validate-config").code == 0
    assert not (project.folder / "ran").exists()
    assert "``cd 'c`d*e' && npm run test``" in project.read("AGENTS.md")


@pytest.mark.parametrize(
    ("system", "path"),
    [
        ("github", ".github/workflows/architect.yml"),
        ("gitlab", ".gitlab-ci.yml"),
        ("jenkins", "Jenkinsfile"),
    ],
)
def test_the_file_for_ci_calls_what_there_is(project: Project, system: str, path: str) -> None:
    environment = {"ANTHROPIC_API_KEY": "sk-key-of-the-user"}
    done = project.architect("init", "--yes", "--ci", system, environment=environment)
    assert done.code == 0, done.stderr
    text = project.read(path)
    assert "ANTHROPIC_API_KEY" in text
    assert "sk-key-of-the-user" not in text
    assert not re.search(r"\{(variable|package)\}", text)
    if system != "jenkins":
        assert yaml.safe_load(text)
    if system == "gitlab":
        [rule] = yaml.safe_load(text)["architect-review"]["rules"]
        assert "$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID" in rule["if"]
    lines = re.findall(
        r"architect review (.*?)(?:\n\s*\n|\n +- |'''|\n  \w)", f"{text}\n\n", re.DOTALL
    )
    assert len(lines) == 1
    words = shlex.split(lines[0].replace("\\\n", " "))
    context = command.make_context("review", words)
    assert context.params["pr"] is True


def test_a_pipeline_that_is_there_stays(project: Project) -> None:
    project.write(".gitlab-ci.yml", "build:\n  script: make\n")
    project.write("Jenkinsfile", "node {}\n")
    done = project.architect("init", "--yes", "--preset", "ci")
    assert done.code == 0
    assert "+architect-review:" in done.text
    assert project.read(".gitlab-ci.yml") == "build:\n  script: make\n"
    done = project.architect("init", "--yes", "--ci", "jenkins")
    assert project.read("Jenkinsfile") == "node {}\n"
    assert "written: Jenkinsfile.architect" in done.text


def test_a_hook_that_says_no_blocks_pushing(project: Project) -> None:
    project.architect("init", "--yes", "--trust", "--preset", "paranoid")
    hook = yaml.safe_load(project.read(".architect.yaml"))["hooks"]["pre_tool_use"][0]
    for line, code in (
        ("git push", 2),
        ("npm publish", 2),
        ("pytest -q", 0),
        ("git stash push", 0),
    ):
        done = subprocess.run(
            ["sh", "-c", hook["command"]],
            env={"ARCHITECT_COMMAND": line},
            capture_output=True,
            check=False,
        )
        assert done.returncode == code, line
