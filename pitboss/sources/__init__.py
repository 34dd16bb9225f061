"""Two accounts of one table held against each other, and the one that surveillance gives from video."""
