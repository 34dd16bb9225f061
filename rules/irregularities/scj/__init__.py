"""The Chilean regulator (SCJ): contract sections 3a, 3b and 3c."""
