"""The windows of a chat beside those of the code, and the terminal that asks for a key."""

from tests.e2e.nvim.harness import Harness
from tests.e2e.nvim.test_chat import (
    INPUT,
    PATIENCE_S,
    begins,
    called,
    chat_text,
    cursor_is_in,
    folds,
    shows,
)
from tests.support.until import until


def windows(harness: Harness) -> list[str]:
    """The names of what the windows of this tab page show, without their folders."""
    code = """
    return vim.tbl_map(function(win)
      local bufnr = vim.api.nvim_win_get_buf(win)
      local name = vim.api.nvim_buf_get_name(bufnr)
      return vim.bo[bufnr].buftype == '' and vim.fs.basename(name) or vim.bo[bufnr].buftype
    end, vim.api.nvim_tabpage_list_wins(0))
    """
    return harness.editor.lua(code)


def opens_chat(harness: Harness, *options: str) -> None:
    harness.editor.command(f"Architect chat {' '.join(options)}")
    until(lambda: cursor_is_in(harness) == INPUT, "the input", PATIENCE_S)
    harness.editor.command("stopinsert")


def test_a_place_of_the_quickfix_list_is_shown_beside_the_chat(harness: Harness) -> None:
    opens_chat(harness)
    items = [{"filename": str(harness.two), "lnum": 2}]
    harness.editor.lua("vim.fn.setqflist(...)", items)
    harness.editor.command("botright copen")
    harness.editor.keys("<CR>")
    beside = ["two.py", "nofile", "nofile", "quickfix"]
    until(lambda: windows(harness) == beside, "the file beside the chat", PATIENCE_S)
    assert cursor_is_in(harness) == str(harness.two)
    here = "return { vim.fn.line('.'), vim.wo.signcolumn, vim.wo.winbar, vim.wo.foldmethod }"
    assert harness.editor.lua(here) == [2, "auto", "", "manual"]


def test_a_file_that_is_opened_in_a_chat_without_code_gets_a_window(harness: Harness) -> None:
    opens_chat(harness, "++place=tab")
    harness.editor.command(f"edit {harness.two}")
    until(lambda: windows(harness) == ["two.py", "nofile", "nofile"], "a window", PATIENCE_S)
    harness.editor.command("Architect chat")
    until(lambda: cursor_is_in(harness) == INPUT, "the input", PATIENCE_S)


def test_calls_are_folded_while_the_user_types(harness: Harness) -> None:
    begins(harness)
    harness.editor.command(f"drop {harness.one}")
    harness.editor.keys("Otyped")
    until(lambda: "typed" in harness.editor.text(harness.one), "the typed text", PATIENCE_S)
    for number in (1, 2):
        result = {"success": True, "text": "exit code: 0\n[stdout]\none\ntwo\n"}
        called(harness, 2 * number, f"c{number}", f"make {number}", **result)
        harness.editor.keys(f" on{number}")
    shows(harness, "• run_command make 2 · ok · 0.58 s · two")
    titles = [(f"• run_command make {number} · ok · 0.58 s · two", 4) for number in (1, 2)]
    until(lambda: folds(harness) == titles, "the folds", PATIENCE_S)
    until(lambda: "typed on1 on2\n" in harness.editor.text(harness.one), "all that was typed")
    assert harness.editor.lua("return vim.fn.mode()") == "i"
    harness.editor.keys("<Esc>.")
    again = "typed on1 on2\ntyped on1 on2\n"
    until(lambda: again in harness.editor.text(harness.one), "the same once more", PATIENCE_S)
    assert folds(harness) == titles


def test_the_hint_of_an_empty_input_fits_its_window(harness: Harness) -> None:
    opens_chat(harness)
    code = """
    local space = vim.api.nvim_create_namespace('architect.input')
    vim.api.nvim_win_set_width(0, ...)
    vim.api.nvim_exec_autocmds('WinResized', {})
    local marks = vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })
    return marks[1][4].virt_text[1][1]
    """
    hints = [harness.editor.lua(code, width) for width in (80, 40, 30)]
    assert hints == [
        "Message: Ctrl+S sends, @ names context, g? keys",
        "Ctrl+S sends, @ names context, g? keys",
        "Ctrl+S sends",
    ]


def test_a_setting_that_is_rejected_is_told_before_a_message_is_sent(harness: Harness) -> None:
    problem = "the settings of the editor: llm.modl: unknown key, did you mean 'model'?"
    settings = {"roots": [{"root": str(harness.project), "problems": [problem]}]}
    harness.daemon.commands["info"] = lambda _: settings
    opens_chat(harness)
    shows(harness, f"{problem}\n(:checkhealth architect)")


def test_what_is_wrong_with_the_configured_model_is_told_until_another_one_is_chosen(
    harness: Harness,
) -> None:
    settings = {"config": {"llm": {"model": "auto"}}, "modelProblem": "no model is selected"}
    harness.daemon.commands["info"] = lambda _: settings
    opens_chat(harness)
    told = "no model is selected\n(:Architect model chooses one)"
    shows(harness, told)
    harness.editor.command("Architect model gpt-4.1")
    until(lambda: told not in chat_text(harness), "a chat without it", PATIENCE_S)
    harness.editor.command("Architect model default")
    shows(harness, told)


def test_a_key_that_was_refused_is_corrected_where_it_comes_from(harness: Harness) -> None:
    begins(harness)
    ended = {"state": "done", "outcome": "failed", "error": "the provider answered 401"}
    ending = {"words": "Failed: no access to the model", "tone": "bad"}
    harness.event("run.state", 2, **ended, ending=ending, remedy={"kind": "enterKey"})
    shows(harness, "what helps: correct the key where it comes from")


def test_litellm_is_installed_by_the_line_that_the_server_names(harness: Harness) -> None:
    line = "uv tool install --with 'litellm>=1.83' architect-lsp"
    harness.daemon.commands["info"] = lambda _: {"installLitellm": line}
    begins(harness)
    ended = {"state": "done", "outcome": "failed", "error": "the model needs LiteLLM"}
    ending = {"words": "Failed: something in the settings is wrong", "tone": "bad"}
    harness.event("run.state", 2, **ended, ending=ending, remedy={"kind": "installLitellm"})
    shows(harness, f"what helps:\n`{line}` in a terminal, then\n:Architect restart")


def test_the_keys_are_shown_a_line_each(harness: Harness) -> None:
    opens_chat(harness)
    harness.editor.keys("g?")
    until(harness.editor.float_text, "the keys of the input", PATIENCE_S)
    lines = harness.editor.float_text().split("\n")
    assert lines[0] == f"{'<CR>, <C-s>':14} send"
    assert [line.split()[0] for line in lines[1:3]] == ["g<CR>", "<C-c>"]
    harness.editor.keys("<C-w>kg?")
    until(lambda: harness.editor.float_text().startswith("i "), "the others", PATIENCE_S)
    keys = [line.split()[0] for line in harness.editor.float_text().split("\n")]
    assert keys == [*"icrsdux", "<C-c>", "<CR>", "]]", "[[", "q", "g?", "<Tab>"]


def test_no_command_that_is_told_is_broken_in_a_narrow_window(harness: Harness) -> None:
    harness.editor.show_on_a_screen(49, 50)
    problem = "the key was refused; is a variable of it set in this shell"
    harness.daemon.commands["info"] = lambda _: {"modelProblem": problem}
    opens_chat(harness)
    _on_the_screen(harness, "(:Architect model chooses one)")
    begins(harness)
    harness.event("run.state", 2, state="waiting", waitsFor="confirm")
    _on_the_screen(harness, "(:Architect answer)")
    harness.event("file.changed", 3, path="one.py", kind="modified", diff="", callId="c")
    harness.event("model.requested", 4, contextPercent=97)
    ending = {"words": "Done", "tone": "good"}
    harness.event("run.state", 5, state="done", outcome="completed", ending=ending)
    for whole in (":Architect compact", ":Architect new", ":Architect hunks decides"):
        _on_the_screen(harness, whole)


def _on_the_screen(harness: Harness, whole: str) -> None:
    """Wait for it in one of the rows that are seen."""
    code = """
    vim.cmd.redraw()
    return vim.iter(vim.fn.range(1, vim.o.lines)):map(function(row)
      return vim.iter(vim.fn.range(1, vim.o.columns)):map(function(column)
        return vim.fn.screenstring(row, column)
      end):join('')
    end):totable()
    """
    until(lambda: any(whole in row for row in harness.editor.lua(code)), whole, PATIENCE_S)


def test_what_is_typed_behind_the_end_of_a_login_reaches_no_code(harness: Harness) -> None:
    login = ["sh", "-c", "echo no key can be kept here", "lsp"]
    harness.editor.lua("require('architect.config').options.cmd = ...", login)
    harness.editor.command("Architect login")
    bar = "return vim.wo.winbar"
    until(lambda: "q closes this" in harness.editor.lua(bar), "the end of the login", PATIENCE_S)
    until(lambda: harness.editor.lua("return vim.fn.mode()") == "n", "Normal mode", PATIENCE_S)
    harness.editor.keys("dd")
    assert "no key can be kept here" in harness.editor.text()
    harness.editor.keys("q")
    until(lambda: cursor_is_in(harness) == str(harness.one), "the code", PATIENCE_S)
    assert harness.editor.text(harness.one) == "a = 1\nb = 2\nc = 3"
