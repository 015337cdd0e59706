"""What is told to be installed can be installed where architect is."""

from pathlib import Path

import pytest

from architect.adapters.install_command import Environment, command_in, install_command

MADE_BY_UV = """
[tool]
requirements = [
    { name = "architect-lsp", extras = ["search"], path = "WHEEL" },
    { name = "lizard", specifier = ">=1.21" },
]
"""


def environment(
    prefix: Path, *, has_pip: bool = True, has_uv: bool = True, is_of_the_system: bool = False
) -> Environment:
    return Environment(f"{prefix}/bin/python", prefix, has_pip, has_uv, is_of_the_system)


def test_pip_installs_into_the_environment_that_runs(tmp_path: Path) -> None:
    assert command_in(environment(tmp_path), ["radon>=6.0.1,<7", "lizard"]) == (
        f"{tmp_path}/bin/python -m pip install 'radon>=6.0.1,<7' lizard"
    )


def test_pip_is_told_to_go_on_where_the_system_claims_the_environment(tmp_path: Path) -> None:
    assert command_in(environment(tmp_path, is_of_the_system=True), ["keyring"]) == (
        f"{tmp_path}/bin/python -m pip install --break-system-packages keyring"
    )


def test_pip_is_brought_along_where_there_is_neither_pip_nor_uv(tmp_path: Path) -> None:
    told = command_in(environment(tmp_path, has_pip=False, has_uv=False), ["keyring"])
    python = f"{tmp_path}/bin/python"
    assert told == f"{python} -m ensurepip && {python} -m pip install keyring"


def test_pipx_injects_into_what_it_has_made(tmp_path: Path) -> None:
    made = tmp_path / "venvs/architect-lsp-new"
    made.mkdir(parents=True)
    (made / "pipx_metadata.json").write_text("{}")
    told = command_in(environment(made, has_pip=False), ["keyring>=25"])
    assert told == "pipx inject architect-lsp-new 'keyring>=25'"


def test_uv_is_told_all_that_it_has_installed_since_it_removes_the_rest(tmp_path: Path) -> None:
    wheel = tmp_path / "architect_lsp-0.2.0-py3-none-any.whl"
    wheel.touch()
    (tmp_path / "uv-receipt.toml").write_text(MADE_BY_UV.replace("WHEEL", str(wheel)))
    assert command_in(environment(tmp_path, has_pip=False), ["keyring>=25"]) == (
        f"uv tool install --with 'lizard>=1.21' --with 'keyring>=25' '{wheel}[search]'"
    )


@pytest.mark.parametrize("receipt", [MADE_BY_UV, "no TOML", ""])
def test_uv_installs_beside_what_cannot_be_told_again(receipt: str, tmp_path: Path) -> None:
    (tmp_path / "uv-receipt.toml").write_text(receipt)
    assert command_in(environment(tmp_path, has_pip=False), ["keyring"]) == (
        f"uv pip install --python {tmp_path}/bin/python keyring"
    )


def test_versions_are_those_of_our_metadata() -> None:
    assert install_command("keyring").endswith("'keyring>=25'")
    assert install_command("not-ours[extra]").endswith("'not-ours[extra]'")
