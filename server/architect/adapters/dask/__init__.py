"""Dask: a scheduler that runs what it is handed on the workers that it has."""
