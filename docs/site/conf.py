"""How Sphinx builds the docs site; scripts/docs_site.py puts its sources together."""

import spielkiste

project = "Spielkiste"
author = "the Spielkiste people"
release = spielkiste.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Spielkiste"
html_static_path = ["static"]
html_css_files = ["pictures.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
exclude_patterns = ["docs/matches", "examples/*.py"]
nitpicky = False

myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3

default_role = "code"  # docstrings write code in single backticks
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True

# Notebooks run when the site is built, but those marked as needing what not everybody has.
nb_execution_mode = "cache"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_execution_excludepatterns = [
    "gpu_batch.ipynb",
    "ppo_knister.ipynb",
    "rllib_abraeumen.ipynb",
    "torchrl_zahlenpoker.ipynb",
]
nb_merge_streams = True
