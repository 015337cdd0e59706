"""The health of code: how long and complex its functions are, and what it says twice."""
