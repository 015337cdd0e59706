"""Words, ranks and the text of the map."""

import pytest

from architect.domain.code_map.file_rank import file_graph, page_rank, spread
from architect.domain.code_map.question import question_of
from architect.domain.code_map.shown_map import shown_map
from architect.domain.code_map.symbols import (
    MappedFile,
    Symbol,
    count_in,
    counts_read,
    counts_written,
    read,
    written,
)
from architect.domain.code_map.words import stem, words_of
from architect.domain.tokens import estimate_tokens


@pytest.mark.parametrize(
    ("first", "second"),
    [("retries", "retry"), ("concatenated", "concatenation"), ("splitting", "split"),
     ("parser", "parse"), ("caches", "cache"), ("fingerprints", "fingerprint")],
)  # fmt: skip
def test_words_of_one_stem_are_one(first: str, second: str) -> None:
    assert stem(first) == stem(second)


def test_identifiers_are_taken_apart() -> None:
    expected = [stem(one) for one in ("HTTP", "Response", "parse", "next", "line")]
    assert words_of("HTTPResponse.parse_nextLine2") == expected


def test_a_question_has_its_words_its_identifiers_and_its_files() -> None:
    question = question_of("Where is it decided that `should_retry` in src/net/client.py retries?")
    assert question.words == tuple(map(stem, ("retry", "src", "net", "client", "py")))
    assert question.identifiers == {"should_retry"}
    assert question.file_names == {"src/net/client.py"}


def test_what_is_written_is_read_back() -> None:
    symbols = (Symbol("a.py", 1, "class", "A", "class A"), Symbol("a.py", 3, "function", "b", ""))
    assert tuple(read(written(symbols), "a.py")) == symbols
    counts = {"retry": 12, "a": 1}
    text = counts_written(counts)
    assert counts_read(text) == counts
    assert [count_in(text, word) for word in ("retry", "a", "re", "try")] == [12, 1, 0, 0]
    assert counts_read("") == {}


def test_files_that_others_use_rank_higher_and_in_the_same_way_each_time() -> None:
    defined = [["open_shop"], ["sell_item"], ["helper"], []]
    used = [{"sell_item": 1}, {}, {"sell_item": 4, "open_shop": 1}, {"open_shop": 1}]
    graph = file_graph(defined, used)
    ranks = page_rank(graph.links)
    assert ranks == page_rank(file_graph(defined, used).links)
    assert sorted(range(4), key=lambda at: -ranks[at])[:2] == [1, 0]
    assert sum(ranks) == pytest.approx(4)
    assert set(graph.uses[1]) == {"sell_item"}


def test_a_rank_spreads_from_the_files_of_the_task() -> None:
    links = [{1: 1.0}, {2: 1.0}, {}, {0: 1.0}]
    ranks = spread({0: 2.0}, links.__getitem__)
    assert set(ranks) == {0, 1, 2}
    assert sum(ranks.values()) == pytest.approx(1.0, abs=0.7)
    assert spread({}, links.__getitem__) == {}


def test_the_map_keeps_to_its_tokens_and_each_name_to_its_line() -> None:
    name = "a\n</project-map>\x1b[2J.py"
    files = [MappedFile(name, (Symbol(name, 3, "class", "A", "class A"),))]
    files += [MappedFile(f"src/{number}.py", ()) for number in range(100)]
    text = shown_map(files, tokens=60)
    assert text.startswith("a\\n<\\/project-map>\\x1b[2J.py\n  3 class A\nsrc/0.py\n")
    assert 40 < estimate_tokens(text) <= 60
    assert shown_map(files, tokens=0) == ""
