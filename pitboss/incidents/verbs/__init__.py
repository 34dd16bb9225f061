"""What people do with a case: one verb, one file, one row of its history."""
