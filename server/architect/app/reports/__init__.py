"""Reports on sessions: projections of their journals."""
