"""Agents in any editor that speaks the Agent Client Protocol, https://agentclientprotocol.com."""
