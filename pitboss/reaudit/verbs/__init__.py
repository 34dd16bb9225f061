"""What a person does with a re-audit: ask for it, cancel it, try again what failed."""
