"""Irregularities by regulator: one folder each, one file a code."""
