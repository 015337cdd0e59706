"""`architect demo`: the main job on a small real project, with recorded replies of a model."""

import click


@click.command("demo")
@click.option("--keep", is_flag=True, help="Keep the project to look at it afterwards.")
def command(keep: bool) -> int:
    """Watch an agent find and mend a bug. Only the model's replies are recorded."""
    from architect.cli.demo import run_demo

    return run_demo(keep=keep)
