"""The languages that the club speaks: one catalogue file each, for server and client.

English is what stands in the code.  A file ``XX.po`` in this folder, or in one that the server is
started with, has another language's words for it; there is nothing else to do for a new language.
"""

from thirdcard.server.languages.catalogue import ENGLISH, Catalogue, read_catalogue
from thirdcard.server.languages.choosing import COOKIE, LanguageMiddleware, Languages, current

__all__ = [
    "COOKIE",
    "ENGLISH",
    "Catalogue",
    "LanguageMiddleware",
    "Languages",
    "current",
    "read_catalogue",
]
