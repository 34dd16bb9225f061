"""What is done about shoes: made, revoked, their reads taken."""
