"""Which adapter answers for a model name, with which key and at which price."""
