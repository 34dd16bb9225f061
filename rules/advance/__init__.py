"""One small function per kind of event: the table after it.

``advance`` never judges and never raises. It makes the best sense it can of what was said, so that the rules
can say what was wrong with it. An event that its moment cannot have changes as little as possible.
"""

from rules.advance import bets, deal, decisions, session
from rules.advance.registry import ADVANCE

__all__ = ["ADVANCE", "bets", "deal", "decisions", "session"]
