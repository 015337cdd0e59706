"""Keys at a question: those of somebody who types never answer, and none of them is lost."""

import time
from concurrent.futures import Future
from typing import Any

from tests.e2e.nvim.asking import ask
from tests.e2e.nvim.harness import Harness
from tests.support.neovim import Neovim
from tests.support.table import table
from tests.support.until import until

_TYPE_AFTER_OPENING = """
local delay_ms, keys = ...
_G.typed = false
local function look()
  for _, win in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(win).relative ~= '' then
      return vim.uv.new_timer():start(delay_ms, 0, function()
        vim.api.nvim_input(keys)
        -- Later than a key that answers waits for another.
        vim.uv.new_timer():start(400, 0, function() _G.typed = true end)
      end)
    end
  end
  vim.defer_fn(look, 1)
end
look()
"""

_AT_REST = """
_G.rested = false
vim.defer_fn(function() _G.rested = true end, 1100)
"""

_STATE = """
local bufnr = vim.fn.bufnr(...)
local win = vim.fn.bufwinid(bufnr)
return {
  text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, true), '|'),
  mode = vim.api.nvim_get_mode().mode,
  yanked = vim.fn.getreg('0'),
  g = vim.g.typed or '',
}
"""

BEFORE = "a = 1|b = 2|c = 3"


def type_after_opening(editor: Neovim, delay_ms: int, keys: str) -> None:
    """Type so long after the next question has opened, to the millisecond."""
    editor.lua(_TYPE_AFTER_OPENING, delay_ms, keys)


def rest(editor: Neovim) -> None:
    """Type nothing until the editor takes the user for idle."""
    editor.lua(_AT_REST)
    until(lambda: editor.lua("return _G.rested"), "a pause")


def fresh(harness: Harness) -> None:
    """The file as it was, the cursor at its beginning, Normal mode, nothing yanked."""
    editor = harness.editor
    editor.keys("<C-\\><C-n>")
    editor.lua(
        """
        vim.cmd('silent! only!')
        vim.cmd('silent edit! ' .. vim.fn.fnameescape(...))
        vim.fn.cursor(1, 1)
        vim.fn.setreg('0', '')
        """,
        str(harness.one),
    )


def typed_at(harness: Harness, before: str, delay_ms: int, keys: str) -> "Future[Any]":
    """The answer to a question that opened while the user was idle after `before`."""
    fresh(harness)
    harness.editor.keys(before)
    rest(harness.editor)
    type_after_opening(harness.editor, delay_ms, keys)
    answer = ask(harness, f"{before} {delay_ms} {keys}")
    until(lambda: harness.editor.lua("return _G.typed"), "the keys")
    return answer


def can_still_be_answered(harness: Harness, answer: "Future[Any]") -> None:
    harness.editor.keys("<C-\\><C-n>")
    until(harness.editor.is_asking, "the question to take the cursor")
    harness.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}


@table("delay_ms", [3, 300, 650])
def test_a_key_that_comes_too_early_is_ignored_if_it_is_alone(
    harness: Harness, delay_ms: int
) -> None:
    for key in "ya" if delay_ms == 300 else "y":
        answer = typed_at(harness, "", delay_ms, key)
        assert not answer.done()
        assert harness.editor.lua(_STATE, str(harness.one))["mode"] == "n"
        can_still_be_answered(harness, answer)


def check_that_text_is_typed(
    harness: Harness, before: str, delay_ms: int, keys: str, after: dict[str, str]
) -> None:
    answer = typed_at(harness, before, delay_ms, keys)
    assert not answer.done()
    expected = {"text": BEFORE} | after
    state = harness.editor.lua(_STATE, str(harness.one))
    harness.editor.command("Architect answer deny")
    assert {name: state[name] for name in expected} == expected


@table(
    ("delay_ms", "keys", "after"),
    [
        (3, "yy", {"yanked": "a = 1\n"}),
        (300, "jyy", {"yanked": "b = 2\n"}),
        (650, "ggOimport os", {"text": f"import os|{BEFORE}", "mode": "i"}),
        (800, "ggOimport os", {"text": f"import os|{BEFORE}", "mode": "i"}),
        (800, "rx", {"text": BEFORE.replace("a", "x", 1)}),
        (650, ":let g:typed = 'yes'<CR>", {"g": "yes"}),
    ],
)
def test_commands_for_the_text_do_not_answer_and_are_not_lost(
    harness: Harness, delay_ms: int, keys: str, after: dict[str, str]
) -> None:
    check_that_text_is_typed(harness, "", delay_ms, keys, after)


@table(
    ("before", "delay_ms", "keys", "after"),
    [
        ("A", 3, "y", {"text": "a = 1y|b = 2|c = 3", "mode": "i"}),
        ("A", 300, "r", {"text": "a = 1r|b = 2|c = 3", "mode": "i"}),
        ("A", 650, "a", {"text": "a = 1a|b = 2|c = 3", "mode": "i"}),
        ("A", 800, "return", {"text": "a = 1return|b = 2|c = 3", "mode": "i"}),
        ("A", 650, "ä<BS>ö<CR>n", {"text": "a = 1ö|n|b = 2|c = 3", "mode": "i"}),
        ("R", 300, "ny", {"text": "ny= 1|b = 2|c = 3", "mode": "R"}),
    ],
)
def test_text_does_not_answer_and_is_not_lost(
    harness: Harness, before: str, delay_ms: int, keys: str, after: dict[str, str]
) -> None:
    check_that_text_is_typed(harness, before, delay_ms, keys, after)


@table(
    ("before", "delay_ms", "keys", "after"),
    [
        ("d", 3, "w", {"text": "= 1|b = 2|c = 3"}),
        ("d", 800, "w", {"text": "= 1|b = 2|c = 3"}),
        ("v", 800, "y", {"yanked": "a"}),
        ("V", 300, "ry", {"text": "yyyyy|b = 2|c = 3"}),
        ("qz", 800, "yyq", {"yanked": "a = 1\n"}),
        (":let g:typed = '", 800, "yra'<CR>", {"g": "yra"}),
        (":terminal cat<CR>i", 800, "y<CR>", {"mode": "t"}),
    ],
)
def test_a_mode_that_would_be_lost_is_not_interrupted(
    harness: Harness, before: str, delay_ms: int, keys: str, after: dict[str, str]
) -> None:
    check_that_text_is_typed(harness, before, delay_ms, keys, after)


@table(
    ("before", "keys", "choice", "mode"),
    [
        ("", "y", "once", "n"),
        ("", "yy", "once", "n"),
        ("", "a", "stop", "n"),
        ("A", "y", "once", "i"),
        ("A", "a", "stop", "i"),
        ("R", "n", "deny", "R"),
    ],
)
def test_a_key_alone_answers_after_the_guard_and_the_user_is_back_where_they_were(
    harness: Harness, before: str, keys: str, choice: str, mode: str
) -> None:
    answer = typed_at(harness, before, 800, keys)
    assert answer.result(20) == {"choice": choice}
    state = harness.editor.lua(_STATE, str(harness.one))
    assert (state["text"], state["mode"]) == (BEFORE, mode)
    if mode != "n":
        harness.editor.keys("!")
        until(lambda: "!" in harness.editor.text(harness.one), "the text typed on")


def test_indentation_that_nothing_follows_yet_outlives_a_question(harness: Harness) -> None:
    harness.editor.command("set autoindent")
    harness.editor.keys("I    <Esc>o")
    rest(harness.editor)
    answer = ask(harness)
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}
    harness.editor.keys("x")
    until(lambda: "    x" in harness.editor.text(harness.one), "the text typed on")


def test_a_question_that_comes_while_the_user_types_waits_for_a_pause(harness: Harness) -> None:
    editor = harness.editor
    editor.keys("Oyes")
    until(lambda: "yes" in editor.text(harness.one), "the typed text")
    answer = ask(harness)
    until(editor.float_text, "the question")
    assert not editor.in_float()
    editor.says("a question waits (:Architect answer)")
    editor.keys("yy")
    until(lambda: "yesyy" in editor.text(harness.one), "the text that was typed on")
    assert not answer.done()
    until(editor.is_asking, "the question to take the cursor")
    editor.keys("y")
    assert answer.result(20) == {"choice": "once"}
    editor.keys("!")
    until(lambda: "yesyy!" in editor.text(harness.one), "the text that was typed on")


@table("delay_ms", [3, 300, 650])
def test_keys_for_one_question_do_not_answer_the_next(harness: Harness, delay_ms: int) -> None:
    fresh(harness)
    rest(harness.editor)
    first = ask(harness, f"first {delay_ms}", title="first")
    second = ask(harness, f"second {delay_ms}", title="second")
    until(harness.editor.is_asking, "the first question")
    harness.editor.keys("yy")
    assert first.result(20) == {"choice": "once"}
    until(lambda: "second" in harness.editor.float_text(), "the second question")
    assert harness.editor.in_float(), "somebody who answers need not wait"
    type_after_opening(harness.editor, delay_ms, "y")
    until(lambda: harness.editor.lua("return _G.typed"), "the keys")
    assert not second.done()
    assert harness.editor.text(harness.one) == BEFORE.replace("|", "\n")
    can_still_be_answered(harness, second)


def test_a_question_that_was_put_off_does_not_take_the_cursor_again(harness: Harness) -> None:
    answer = ask(harness)
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("q")
    until(lambda: not harness.editor.in_float(), "the cursor to leave")
    rest(harness.editor)
    rest(harness.editor)
    assert not harness.editor.in_float()
    harness.editor.command("Architect answer")
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("n")
    assert answer.result(20) == {"choice": "deny"}


def test_what_is_pasted_into_a_question_goes_to_the_text(harness: Harness) -> None:
    harness.editor.keys("A")
    answer = ask(harness)
    until(harness.editor.is_asking, "the question")
    harness.editor.lua("vim.api.nvim_paste('yay', true, -1)")
    assert harness.editor.text(harness.one).startswith("a = 1yay\n")
    assert not answer.done()
    assert not harness.editor.in_float()
    time.sleep(0.3)  # looks whether the user is idle come every 0.1 s
    assert not harness.editor.in_float(), "a paste is typing"


def test_escape_puts_a_question_off(harness: Harness) -> None:
    answer = ask(harness)
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("<Esc>")
    until(lambda: not harness.editor.in_float(), "the cursor to leave")
    rest(harness.editor)
    assert not harness.editor.in_float()
    harness.editor.command("Architect answer deny")
    assert answer.result(20) == {"choice": "deny"}


def test_a_question_follows_the_user_to_another_tab_page(harness: Harness) -> None:
    harness.editor.keys("v")  # so that it waits
    rest(harness.editor)
    answer = ask(harness)
    until(harness.editor.float_text, "the question")
    harness.editor.keys("<Esc>:tabnew<CR>")
    until(lambda: harness.editor.lua("return vim.fn.tabpagenr()") == 2, "the tab page")
    until(harness.editor.is_asking, "the question")
    assert harness.editor.lua("return vim.fn.tabpagenr()") == 2
    harness.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}
    until(lambda: not harness.editor.in_float(), "the cursor to go back")
    assert harness.editor.lua("return vim.fn.tabpagenr()") == 2
