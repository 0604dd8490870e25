"""What processes that work for another one have in common."""

import signal


def ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal; only the first is to act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
