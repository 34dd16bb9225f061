"""Records of other systems: a table of columns, mapped to events."""
