"""Values of a pipeline that nobody would write by hand."""

import pytest

from architect.workflows.pipeline_values import MOST_ITEMS, ValueFault, items_of


def test_a_list_that_is_too_long_is_none() -> None:
    assert len(items_of("x\n" * MOST_ITEMS, "found")) == MOST_ITEMS
    with pytest.raises(ValueFault, match="found has 10,001 items, and there can be 10,000"):
        items_of("x\n" * (MOST_ITEMS + 1), "found")
