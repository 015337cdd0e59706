"""MCP servers whose tools runs use, by the official SDK."""
