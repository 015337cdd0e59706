"""How dangerous a command line is, decided without running anything."""
