"""Where events and changes are put on record."""
