"""Globs that mean a file with secrets, or one that runs programs, among very many others."""

from pathlib import Path

from tests.support.hostile import attempt, by_command, make_victim

BARE = {"ARCHITECT__COMMANDS__SANDBOX": "off"}
FOLDERS = 300


def test_no_number_of_folders_hides_what_a_glob_means(tmp_path: Path) -> None:
    victim = make_victim(tmp_path)
    for number in range(FOLDERS):
        (victim.root / f"d{number:04}").mkdir()
    victim.project.write(f"d{FOLDERS - 1:04}/.env", "PLAIN=word\n")
    lines = ("cat d*/.env", "cat d*/.e*", "cat d*/./.env", "tail -n 1 ./d????/.[e]nv")
    calls = [attempt("run_command", command=line) for line in lines]
    told = by_command(victim, calls, flags=("--mode", "yolo"), environment=BARE)
    assert told.denied_by() == ["sensitive_files"] * len(lines)


def test_the_folder_of_git_is_meant_by_a_glob_although_no_listing_shows_it(tmp_path: Path) -> None:
    victim = make_victim(tmp_path)
    lines = ("echo owned > .g*/hooks/pre-commit", "rm -rf .g?t/hooks", "rm -r .[g]it/h*")
    calls = [attempt("run_command", command=line) for line in lines]
    told = by_command(victim, calls, flags=("--mode", "yolo"), environment=BARE)
    assert victim.damage() == []
    assert told.denied_by() == ["executable_config_files"] * len(lines)
