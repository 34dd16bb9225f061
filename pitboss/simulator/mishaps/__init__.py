"""Irregularities done on purpose, each with the finding that it ought to raise."""
