"""Tables of the floor. Django finds models here; each part keeps its own in a module of its own.

The live side adds `from pitboss.floor.presence import ...` below ours; its migrations come after `0001_people`.
"""
