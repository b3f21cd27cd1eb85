"""Programs of rules as modules of the low form."""
