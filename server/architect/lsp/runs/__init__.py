"""Runs as the editor knows them: their turn, their states, what is shown and asked."""
