"""What falls due at a casino, and who is told of it before it does."""
