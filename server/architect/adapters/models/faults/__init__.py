"""What providers and connections say when there is no reply, as faults."""
