"""JSON-RPC 2.0 over byte streams: framing, bodies, reading, writing, requests of our own."""
