"""The game server: pages, tables, clocks, the store and the broker behind them, and bots beside it."""
