"""What a person does with a file of another system: keep it, map it, try it, take it in."""
