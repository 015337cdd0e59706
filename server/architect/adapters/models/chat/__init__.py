"""The chat format of OpenAI, which nearly every server speaks."""
