"""What a project defines and where: words, ranks and the map that is shown to a model."""
