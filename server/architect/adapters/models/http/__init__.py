"""HTTP as models are asked over it: requests one after the other, replies that come in pieces."""
