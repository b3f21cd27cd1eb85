"""What engines need to know of a program that they run."""
