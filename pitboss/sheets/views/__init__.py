"""Doors: print sheets, send pictures of them, confirm what was read."""
