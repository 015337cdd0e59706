"""One outside technology per module, behind a port."""
