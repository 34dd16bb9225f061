"""PostgreSQL: where it is, who signs in, and the embedded one for a machine that gives none."""
