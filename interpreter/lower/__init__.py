"""The lowering: what each ludeme means, as statements of the program of rules."""
