"""Seeded, legal blackjack play as event streams, with irregularities on request and their truth beside them.

This package is the second, independent description of the game. The engine in `rules/` is checked
against it, so nothing here may import `rules` (nor Django): an error shared by both would hide itself.
"""
