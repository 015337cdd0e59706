"""What is bundled of the models is what `make models` writes."""

import json
from importlib.metadata import version

from scripts.model_table import model_table
from scripts.third_party import FILE as NOTICES
from scripts.third_party import third_party_notices

from architect.bootstrap.models.model_table import COLUMNS, FILE


def test_the_table_is_what_the_installed_litellm_knows() -> None:
    table = FILE.read_bytes().decode()
    recorded = json.loads(table)
    assert recorded["litellm"] == version("litellm"), "run `make models` after `make lock`"
    assert table == model_table(made=recorded["made"]), "run `make models`"


def test_the_licence_of_what_was_taken_goes_with_it() -> None:
    text = NOTICES.read_text(encoding="utf-8")
    assert text == third_party_notices(), "run `make models`"
    assert "Permission is hereby granted, free of charge" in text


def test_every_model_stands_in_a_line_of_its_own_with_all_columns() -> None:
    lines = FILE.read_bytes().decode().splitlines()
    models = json.loads(FILE.read_bytes())["models"]
    assert len(models) == sum(line.startswith('"') and '":["' in line for line in lines) - 1
    assert {len(row) for row in models.values()} == {len(COLUMNS)}
    assert list(models) == sorted(models)


def test_the_table_stays_small_enough_to_be_read_at_once() -> None:
    assert FILE.stat().st_size < 150_000
