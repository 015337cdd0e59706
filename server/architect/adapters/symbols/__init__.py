"""What the files of a project define: read by tree-sitter, kept in an index outside of it."""
