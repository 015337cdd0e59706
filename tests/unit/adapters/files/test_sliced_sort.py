import random

from architect.adapters.files.sliced_sort import sort_in_slices


def test_names_of_many_slices_are_sorted_as_at_once() -> None:
    names = [f"{number:x}" for number in range(25_001)]
    random.Random(1).shuffle(names)
    expected = sorted(names)
    sort_in_slices(names)
    assert names == expected
