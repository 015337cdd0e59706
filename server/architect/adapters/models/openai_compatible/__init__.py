"""Whatever speaks the OpenAI chat format over HTTP."""
