"""The reference site, and what its pages and `lud explain` show beside the words of the ludemes."""
