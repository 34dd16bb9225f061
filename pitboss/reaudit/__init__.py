"""Judging a period again: asked for by a person, done by many workers, set beside what was found before."""
