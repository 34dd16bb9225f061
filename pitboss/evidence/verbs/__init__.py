"""What is done with the log: take entries in, sign it, change the key, hand a checkpoint on, have it time-stamped."""
