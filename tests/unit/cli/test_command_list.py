"""What `architect --help` says is what is there."""

import importlib

import click
from click.testing import CliRunner
from tests.support.table import table

from architect.cli.command_list import command_modules, summary_of
from architect.cli.front_ends import FRONT_ENDS, asked_for
from architect.cli.main import architect

HELP = " ".join(CliRunner().invoke(architect, ["--help"]).output.split())


@table(("name", "module"), command_modules().items())
def test_every_command_has_its_line_in_the_help_and_the_name_of_its_module(
    name: str, module: str
) -> None:
    assert summary_of(module).endswith(".")
    assert f"{name} {summary_of(module)}" in HELP
    command = architect.get_command(click.Context(architect), name)
    assert command is not None
    assert command.name == name


def test_every_front_end_serves() -> None:
    for name, module in FRONT_ENDS.items():
        assert callable(importlib.import_module(module).main)
        assert asked_for([name]) == asked_for([name, "--stdio"]) == module
        for other in ([], ["run"], [name, "--help"], ["--stdio", name], [name, "--stdio", "x"]):
            assert asked_for(other) is None
