"""Errors that were caught, and their tracebacks."""


def drop_tracebacks(error: BaseException | None) -> None:
    """Takes the tracebacks off a caught error and off those that led to it.

    Where a library keeps an error in a local variable of a function that the error passes through, error and frame
    refer to each other, and through the frame's callers they hold the whole request. Only the cyclic garbage collector
    would free them, which seldom runs here (`garbage.py`).
    """
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__
