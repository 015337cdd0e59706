"""Shells around the shell: what they hide, withhold and notice."""
