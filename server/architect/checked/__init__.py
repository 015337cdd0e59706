"""Values from outside, checked against classes that say what they may be; small, to start fast."""
