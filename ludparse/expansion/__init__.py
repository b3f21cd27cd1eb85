"""From a description as written to its game without defines, options and ranges."""
