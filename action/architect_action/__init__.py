"""The GitHub Action: architect on the events of a repository. Standard library only."""
