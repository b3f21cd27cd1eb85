"""What the packages need of Python itself: late imports, caches, memory."""
