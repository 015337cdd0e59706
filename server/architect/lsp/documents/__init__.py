"""What is open in the editor: reading, searching and changing it."""
