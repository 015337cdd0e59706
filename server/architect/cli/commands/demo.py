"""Watch an agent fix a small project; needs no API key."""

import click


@click.command("demo")
@click.option("--keep", is_flag=True, help="Keep the project instead of deleting it.")
def command(keep: bool) -> int:
    """Watch an agent find and fix a bug. Only the replies of the model are recorded."""
    from architect.cli.demo import run_demo

    return run_demo(keep=keep)
