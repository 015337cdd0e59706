"""Ollama by its own API, which can say how much context it shall keep; its OpenAI format cannot."""
