"""What can be done with a second source, one verb a file."""
