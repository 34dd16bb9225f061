"""The append-only record.

`append.append` adds to it, `verify.verify` proves that nothing else did; `canonical.canonical` makes the text
that is kept, and `chain` is the arithmetic of the hashes.
"""
