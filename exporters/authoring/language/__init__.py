"""What there is to know about the words of the language: `lud explain`, and the answers in an editor."""

from .pages import Argument, Page, find_pages, page_of, pages_of_word, word_list

__all__ = ["Argument", "Page", "find_pages", "page_of", "pages_of_word", "word_list"]
