"""Replies of models that are kept on this machine."""
