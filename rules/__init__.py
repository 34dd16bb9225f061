"""The engine: table events in, findings out.

It imports the standard library and ``msgspec`` and nothing else, so that the same files run on the
server, in a worker, at the command line and inside a tablet's browser. It has no clock, no settings,
no randomness and no logs: the same events, house options and edition give the same findings.
"""

EDITION = "2026.1"
"""Edition of the rules: findings carry it, and a later edition stands beside an earlier one."""
