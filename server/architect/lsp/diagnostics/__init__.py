"""Findings as diagnostics, and when the editor hears of them."""
