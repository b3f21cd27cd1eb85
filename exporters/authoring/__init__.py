"""Help for authors: what words mean, what is wrong, rules in words, differences, the language server."""
