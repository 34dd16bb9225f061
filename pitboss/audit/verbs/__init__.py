"""What changes what the desk keeps."""
