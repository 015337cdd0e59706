"""What happened in a run: events, their JSON, the state and traces they fold into."""
