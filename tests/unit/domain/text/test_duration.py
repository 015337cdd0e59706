"""How durations read."""

from architect.domain.text.duration import read_duration
from architect.l10n import shown


def test_a_duration_is_as_exact_as_people_need_it() -> None:
    for seconds, read in {
        0.04: "0.0 s",
        9.94: "9.9 s",
        12.4: "12 s",
        59.6: "1 min 0 s",
        113.0: "1 min 53 s",
        7260.0: "121 min 0 s",
    }.items():
        assert shown(read_duration(seconds)) == read, seconds
