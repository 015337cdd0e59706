"""Language servers that architect starts itself, where no editor has them."""
