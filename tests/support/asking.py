"""Having commands asked about on every machine, whether it has a sandbox or not."""

ASKS_ALWAYS = {"ARCHITECT__COMMANDS__ASK": "always"}
"""The environment that has it so."""
