"""Paper sheets: printed, photographed, read, confirmed."""
