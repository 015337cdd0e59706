"""The protocol of hooks: which run, what they are told, what their answers mean."""
