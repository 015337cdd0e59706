"""What counts of a workflow's inputs, by whose code it is."""

from dataclasses import replace

from architect_action.event import Pull
from architect_action.inputs import Inputs
from architect_action.policy import limits

PULL = Pull(number=7, head="a" * 40, base="b" * 40, base_branch="main", is_fork=True)
GENEROUS = Inputs(api_key="sk-1", push="branch", trust_project=True, checks=("make test",))


def test_a_fork_decides_nothing_about_programs_and_branches_whatever_its_workflow_says() -> None:
    found = limits(GENEROUS, "review", PULL)
    assert found.is_stranger
    assert found.inputs == replace(GENEROUS, push="none", trust_project=False, checks=())
    assert [said.split(" ")[1] for said in found.said] == ["push:", "trust-project"]


def test_in_the_repository_itself_all_of_them_count() -> None:
    for pull in (None, replace(PULL, is_fork=False)):
        assert limits(GENEROUS, "fix", pull).inputs == GENEROUS
