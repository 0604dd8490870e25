"""A run that was started in the background ignores Ctrl-C; the programs that tests start and stop must not."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
