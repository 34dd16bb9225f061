"""What a person does with an export: ask for it, take it away."""
