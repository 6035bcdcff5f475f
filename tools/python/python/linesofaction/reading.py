"""Answers read from their JSON."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Literal, Type, TypeVar, Union, get_args, get_origin, get_type_hints

from ._native import Value

_T = TypeVar("_T")
_SIDES = {"black": "x", "white": "o"}
_hints = lru_cache(maxsize=None)(get_type_hints)


def read(kind: Type[_T], text: str) -> _T:
    """Returns the answer of a type that has this JSON."""
    answer: _T = _read(kind, json.loads(text))
    return answer


def _read(kind: Any, found: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Union:
        return None if found is None else _read(inner[0], found)
    if origin is list:
        return [_read(inner[0], one) for one in found or ()]
    if origin is dict:
        return found
    if origin is Literal:
        return _SIDES.get(found, found)
    if kind is Value:
        name, plies = found["category"], found.get("plies")
        return name and Value(name, plies, plies is not None and found.get("bound", False))
    if hasattr(kind, "__dataclass_fields__"):
        # The fields of `value` stand beside the others.
        parts = {"value": found, **{name.replace("-", "_"): part for name, part in found.items()}}
        return kind(**{name: _read(of, parts.get(name)) for name, of in _hints(kind).items()})
    return kind(found)
