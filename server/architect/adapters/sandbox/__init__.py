"""The sandbox around commands: mounts, system calls, what it protects."""
