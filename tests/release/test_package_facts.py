"""What bills of materials say of licences and extras is what the packages say."""

from scripts.release.package_facts import RUNTIME, installed_facts, known_facts, pins


def test_they_are_on_record_as_the_packages_here_tell_them() -> None:
    """Else `make lock` writes them again."""
    facts = installed_facts()
    assert known_facts() == facts
    assert pins(RUNTIME).keys() <= facts.licences.keys()
