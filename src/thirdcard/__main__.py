"""``python -m thirdcard`` is the command ``thirdcard``."""

import sys

from thirdcard.cli import main

if __name__ == "__main__":
    sys.exit(main())
