"""What arguments that several ludemes take mean."""
