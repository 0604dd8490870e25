"""`python -m spielkiste`."""

import sys

from spielkiste.cli.main import main

sys.exit(main())
