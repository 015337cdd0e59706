"""Files on the disk, and the gate before them."""
