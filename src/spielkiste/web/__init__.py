"""Pages, styles, the client and the translations of the web interface."""
