"""What a recorded run was, and how another time differs from it."""
