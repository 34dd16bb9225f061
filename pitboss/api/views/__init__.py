"""Doors: understand the request, ask one query or verb, answer."""
