"""Tests with real programs are tried twice, and what needed the second attempt is told.

Editors, language servers and commands that a busy machine starts may lose a race against the test
that nobody at a keyboard would run. A test of our own functions has no such excuse.
"""

SECOND_ATTEMPT = "second attempt"
"""The user property of a passed test that says what went wrong at first."""

WITH_REAL_PROGRAMS = (
    "tests/e2e/nvim/",
    "tests/lsp/",
    "tests/cli/",
    "tests/action/",
    "tests/contract/",
)
