"""Any question of the API that `loa serve` has, without a server.

>>> from linesofaction import ask
>>> ask("/api/value", position="start 4x4")["plies"]
3
>>> [problem["category"] for problem in ask("/api/problems/4x4-mover-pass")["problems"][:3]]
['win', 'win', 'win']
"""

from __future__ import annotations

import json
import os
from typing import Any, Union
from urllib.parse import urlencode

from . import _native


def ask(
    path: str,
    body: Union[str, bytes, None] = None,
    *,
    tables: Union[str, os.PathLike[str], None] = None,
    **parts: Union[str, int],
) -> Any:
    """Returns the answer to a question of the API.

    `parts` are those of the query. With a body the question is asked as by POST. `tables` is the
    folder of the tables, by default that of `Tablebase`; those of 4x4 are built in. The answer is
    what its JSON has; a picture is text, and the answers of `/api/analysis` are a list, one
    for each depth. The page `/api` of `loa serve` describes all questions.

    Raises QuestionError when the question cannot be read or has no answer.
    """
    address = f"{path}?{urlencode(parts)}" if parts else path
    method = "GET" if body is None else "POST"
    data = body.encode() if isinstance(body, str) else body or b""
    kind, text, events = _native.ask(method, address, data, tables)
    if kind == "text/event-stream":
        return [json.loads(event.removeprefix("data: ")) for event in events]
    return json.loads(text) if kind == "application/json" else text
