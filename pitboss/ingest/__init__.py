"""What came: reads events from wherever they come, and says what could not be read."""
