"""What a job may do, by where the code is that it works on."""

from dataclasses import dataclass, replace

from architect_action.errors import Skipped
from architect_action.event import Pull
from architect_action.inputs import Inputs


@dataclass(frozen=True, kw_only=True)
class Limits:
    """`is_stranger`: the code is of somebody who may not write to the repository.

    `said` are inputs that do not count, and why.
    """

    inputs: Inputs
    is_stranger: bool = False
    said: tuple[str, ...] = ()


def limits(inputs: Inputs, mode: str, pull: Pull | None) -> Limits:
    """What of the inputs counts for the code of `pull`, or of the repository itself.

    A workflow on `pull_request` is that of the pull request, with whatever inputs it gives itself.
    So a fork gets a review, by an agent that runs no commands and no programs of a configuration.

    Raises:
        Skipped: nothing does.
    """
    if pull is None or not pull.is_fork:
        return Limits(inputs=inputs)
    if mode != "review":
        raise Skipped(f"mode {mode} does nothing for pull requests of forks: they are read only")
    if not (inputs.api_key or inputs.api_base):
        raise Skipped(
            "there is no key for a model: on pull_request, GitHub gives no secrets to forks"
        )
    said: list[str] = []
    if inputs.push != "none":
        said.append(f"input push: {inputs.push} does not count for pull requests of forks")
    if inputs.trust_project:
        said.append("input trust-project does not count for pull requests of forks")
    reduced = replace(inputs, push="none", trust_project=False, checks=())
    return Limits(inputs=reduced, is_stranger=True, said=tuple(said))
