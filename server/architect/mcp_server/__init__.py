"""Architect's edits, runs, reviews and judgement of commands for other agents, over MCP."""
