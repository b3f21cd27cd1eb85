"""What all tests share: the profiles of hypothesis."""

import os

from hypothesis import settings

# The same examples in every run, so that a change fails for what it changed. `HYPOTHESIS_PROFILE=explore` draws new
# ones; what it finds becomes an explicit example of its test.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
