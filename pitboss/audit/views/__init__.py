"""Doors of the desk: understand the request, ask one query or verb, answer."""
