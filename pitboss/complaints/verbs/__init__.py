"""What people do with a complaint: one verb, one file, one row of its history."""
