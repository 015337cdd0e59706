"""Models of any provider, through LiteLLM."""
