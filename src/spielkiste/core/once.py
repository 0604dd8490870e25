"""Attributes that are worked out when they are first asked for."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - a decorator
    """`functools.cached_property` without its lock, which is most of its cost; Python 3.12 has none either."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work, self.__doc__ = work, work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, it: None, owner: type) -> Self: ...

    @overload
    def __get__(self, it: object, owner: type) -> T: ...

    def __get__(self, it: object | None, owner: type) -> Self | T:
        if it is None:
            return self
        answer = it.__dict__[self._name] = self._work(it)
        return answer
