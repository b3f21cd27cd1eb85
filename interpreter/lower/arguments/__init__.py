"""The meaning of arguments that several ludemes take."""
