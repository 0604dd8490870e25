"""The contract: records and verbs, rooms, states, errors. Knows no game by name."""
