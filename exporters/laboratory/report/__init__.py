"""The designer's report: a locked plan, the games that it asks for, what they say, and a page that can be cited."""
