"""What `make release` builds, part by part."""
