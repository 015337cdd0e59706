"""Commands on this machine: environment, input, output."""
