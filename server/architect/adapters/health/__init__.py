"""Measuring the health of code with radon and lizard."""
