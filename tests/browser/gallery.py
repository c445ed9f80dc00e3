"""Every state that a page can show, as a scene to be photographed.

A scene is a function that brings a page into a state, with real players at a real server.  A new
state is a new function with the decorator `scene` in one of the modules that are imported here;
`tests.browser.screenshots` takes the pictures.
"""

from tests.browser import gallery_looks, gallery_pages, gallery_study, gallery_tables
from tests.browser.studio import SCENES, Studio, furnish

__all__ = [
    "SCENES",
    "Studio",
    "furnish",
    "gallery_looks",
    "gallery_pages",
    "gallery_study",
    "gallery_tables",
]
