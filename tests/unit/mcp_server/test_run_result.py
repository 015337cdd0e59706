"""What another agent is told of a run."""

from architect.mcp_server.run_result import run_answer


def test_a_call_that_was_denied_is_named_with_what_it_was_called_with_if_that_is_known() -> None:
    denied = [
        {"tool": "edit_file", "summary": "a.py (+1 -1)", "reason": "the user denied it"},
        {"tool": "run_command", "summary": "", "reason": "this agent cannot use run_command"},
    ]
    document = {
        "ending": "partly done",
        "ending_words": "Partly done",
        "error": None,
        "output": "",
        "files_changed": [],
        "denied": denied,
        "run_id": "s.1",
    }
    assert run_answer(document).text == (
        "Partly done\n"
        "Denied: edit_file a.py (+1 -1): the user denied it\n"
        "Denied: run_command: this agent cannot use run_command"
    )
