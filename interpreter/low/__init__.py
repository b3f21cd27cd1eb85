"""The low form: words, memory at known places, structured control flow, calls. What prints it decides nothing."""
