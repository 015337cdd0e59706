"""What is written out of the server is what the server says now."""

import pytest
from scripts.derived.derived_files import DERIVED_FILES, ROOT


@pytest.mark.parametrize("name", DERIVED_FILES)
def test_a_file_made_out_of_the_server_is_what_the_server_says(name: str) -> None:
    is_current = (ROOT / name).read_bytes() == DERIVED_FILES[name]().encode()
    assert is_current, f"{name} is not what the server says any more; run `make protocol`"
