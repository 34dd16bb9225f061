"""One tree over the entries of all tables, signed heads of it that leave the house, and proofs that need only those.

`merkle`, `tiles`, `note`, `record` and `head` are arithmetic and formats; `verbs` write; `docs/evidence.md` says every
byte, so that others can check without us.
"""
