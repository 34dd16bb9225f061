"""The system around the rules: what came in, what it says, what people did about it."""
