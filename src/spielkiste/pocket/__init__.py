"""A house in a browser: the same tables, pages and messages as a server's, in Pyodide, without a server."""
