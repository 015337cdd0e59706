"""Pure decisions: whether something may happen, and why not."""
