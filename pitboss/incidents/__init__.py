"""Cases that people handle: opened from findings, numbered without gaps, their history never rewritten."""
