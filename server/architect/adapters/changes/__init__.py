"""What commands change in a workspace: noticed, and compared with what was there before."""
