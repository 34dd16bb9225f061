"""What the tablet at the table shows and writes, made from a replay: plain values, ready for JSON.

The same files run on the server and in the tablet's browser, so both say the same. Nothing here judges: it asks the
table and the rulebook, puts the answer into words, and offers the events that carry it out.
"""

from rules.tablet.forms import declare, forms, preview
from rules.tablet.picture import picture

__all__ = ["declare", "forms", "picture", "preview"]
