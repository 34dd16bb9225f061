"""What a person does with paper: print it, send what came back, confirm what stands on it."""
