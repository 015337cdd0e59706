"""The configuration schema, one module per section, and how its layers are merged."""
