"""OpenTelemetry: the events of runs as traces, metrics and logs."""
