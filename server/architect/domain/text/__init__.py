"""File content as text: lines, encodings, diffs, edits, merges, positions."""
