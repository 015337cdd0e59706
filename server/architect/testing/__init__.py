"""Fakes of the ports, for tests; no module of the product imports them."""
