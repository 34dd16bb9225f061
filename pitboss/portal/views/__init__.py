"""Doors of the portal: understand the request, ask one query, answer."""
