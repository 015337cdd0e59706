"""Which programs a repository has git run."""

from pathlib import Path

import pytest
from tests.support.table import table

from architect.adapters.sandbox.git_programs import programs_named


def named(folder: Path, configuration: str, *, file: str = "config") -> tuple[str, ...]:
    (folder / ".git").mkdir()
    (folder / ".git" / file).write_bytes(configuration.encode())
    return programs_named(folder, None)


@table(
    ("configuration", "program"),
    [
        ("[diff]\n\texternal = ./evil\n", "external = ./evil"),
        ("[DIFF]\n  EXTERNAL=evil\n", "external = evil"),
        ("[diff] external = evil", "external = evil"),
        ('[diff "x"]\n\ttextconv = sh -c id\n', "textconv = sh -c id"),
        ('[diff "x"]\r\n\tcommand = id\r\n', "command = id"),
        ('[filter "x"]\n\tclean = id\n', "clean = id"),
        ('[filter "x"]\n\tprocess = id\n', "process = id"),
        ('[filter "lfs"]\n\tclean = git-lfs clean -- %f; id\n', "clean = git-lfs clean -- %f; id"),
        ('[filter "lfs"]\n\tprocess = git-lfs filter-process && id\n', None),
        ('[filter "lfs"]\n\tclean = git-lfs clean $(id)\n', None),
        ('[filter "lfs"]\n\tclean = git-lfs clean\\nid\n', None),
        ('\ufeff[diff "x"] textconv = id\n', "textconv = id"),
        ('[diff "x"]\n\rtextconv = id\n', "textconv = id"),
        ('[diff "x"]\rtextconv = id\n', "textconv = id"),
        ("[gpg]\n\tprogram = ./evil\n[format]\n\tpretty = %G?\n", "program = ./evil"),
        ("#" * 1_000_000 + '\n[diff "x"]\n\ttextconv = id\n', None),
        ("[include]\n\tpath = ../evil\n", "include of another file"),
        ("[core] [include] path = ../evil\n", "include of another file"),
        ("\r[include]\n\tpath = ../evil\n", "include of another file"),
        ('[includeIf "gitdir:/"]\n\tpath = x\n', "includeif of another file"),
    ],
)
def test_a_setting_that_names_a_program_is_found(
    tmp_path: Path, configuration: str, program: str | None
) -> None:
    found = named(tmp_path, configuration)
    assert len(found) == 1
    assert program is None or [one.lower() for one in found] == [program]


@pytest.mark.parametrize(
    "configuration",
    [
        "[core]\n\tbare = false\n\tfsmonitor = true\n[diff]\n\talgorithm = patience\n",
        '[remote "origin"]\n\turl = https://example.com/x\n[branch "main"]\n\tmerge = x\n',
        '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n',
        '[filter "git-crypt"]\n\tclean = \\"git-crypt\\" clean\n',
        '[diff "git-crypt"]\n\ttextconv = "git-crypt" diff\n',
        '[filter "annex"]\n\tclean = git-annex smudge --clean -- %f\n',
        "[gpg]\n\tprogram = gpg2\n[commit]\n\tgpgsign = true\n",
    ],
)
def test_an_everyday_configuration_names_none(tmp_path: Path, configuration: str) -> None:
    assert named(tmp_path, configuration) == ()


def test_the_configuration_of_a_work_tree_counts(tmp_path: Path) -> None:
    assert named(tmp_path, "[diff]\nexternal = x\n", file="config.worktree") == ("external = x",)


def test_the_repository_above_the_workspace_counts(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    named(tmp_path, "[diff]\nexternal = x\n")
    assert programs_named(tmp_path / "sub", None) == ("external = x",)


def test_where_there_is_no_repository_nothing_is_named(tmp_path: Path) -> None:
    assert programs_named(tmp_path, tmp_path) == ()


def test_a_repository_behind_a_link_counts(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "config").write_bytes(b"[diff]\nexternal = x\n")
    (tmp_path / ".git").symlink_to("kept")
    assert programs_named(tmp_path, None) == ("external = x",)
