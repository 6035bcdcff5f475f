"""Makes the stubs of the native half from its sources and its docs: python stubs.py FILE."""

import inspect
import re
import sys
from pathlib import Path

from linesofaction import _native

SOURCES = Path(__file__).resolve().parents[1] / "src"
HEAD = '''"""The native half of the package. Made by `tests/stubs.py` from its sources."""

from __future__ import annotations

import os
from typing import (
    Callable, FrozenSet, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union, final,
)

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, disjoint_base

from .review import Review

__version__: str

# Is told of progress: the name of the stage, the finished steps, and all steps if they are known.
_Told = Callable[[str, int, Optional[int]], object]
_Player = Union[Engine, Callable[[Position], Union[Move, str]]]
'''
#: The types of arguments that the sources take as any objects.
ANY = {
    "_memo": "object",
    "from_square": "Union[Square, str]",
    "hear": "Callable[[str], object]",
    "move": "Union[Move, str]",
    "players": "_Player",
    "position": "Union[Position, Game, str]",
    "positions": "Iterable[Union[Position, str]]",
    "told": "_Told",
}
#: The types of results that the sources do not say.
RESULTS = {
    "__format__": "str",
    "__iter__": "Iterator[Move]",
    "read_games": "Iterator[Game]",
    "repeated": 'Literal["position", "board"]',
    "repetition": 'Literal["draw", "loss"]',
    "result": 'Optional[Literal["x", "o", "draw"]]',
    "review": "Review",
    "stones": "FrozenSet[Square]",
}
PATH = "os.PathLike[str]"
PLAIN = {
    **dict.fromkeys(["Number", "Positive", "Threads"], "int"),
    **dict.fromkeys(["i8", "i16", "u8", "u16", "u32", "u64", "usize"], "int"),
    **dict.fromkeys(["String", "char", "str"], "str"),
    "[u8]": "bytes",
    "bool": "bool",
    "f64": "float",
}
COMPARISONS = ["__lt__", "__le__", "__gt__", "__ge__"]
SPECIAL = ["__copy__", "__deepcopy__", "__float__", "__format__", "__int__", "__iter__", "__len__", "__neg__"]

TEXT = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.rs")))
ALIASES = dict(re.findall(r"\btype (\w+)(?:<'py>)? =\s+([^;]*);", TEXT))
CLASSES = re.findall(r'#\[pyclass\(name = "(\w+)"([^]]*)\)\]\n(?:#.*\n)*pub\(crate\) struct (\w+)', TEXT)
NAMES = {rust: name for name, _, rust in CLASSES}
FUNCTION = re.compile(r"^((?: *(?:///|#\[|\)\]|text_sig).*\n)*) *(?:pub\(crate\) )?fn (?:r#)?(\w+)(?:<.*>)?\(([^{]*)\)(?: -> ([^{]*))? \{", re.M)


def parts(text):
    """Splits a list at the commas that are in no brackets."""
    found, depth = [""], 0
    for character in re.sub(r"\s+", " ", text):
        depth += (character in "(<[") - (character in ")>]")
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [part.strip() for part in found if part.strip()]


def type_of(rust, name=None):
    """Returns the type of a result, or of the argument with a name."""
    rust = re.sub(r"'\w+,? ?|&|^mut ", "", rust).replace("<>", "").strip()
    if rust.startswith("("):
        inner = [type_of(part, name) for part in parts(rust[1:-1])]
        return f"Tuple[{', '.join(inner)}]" if inner else "None"
    outer, _, inner = rust.partition("<")
    inner = inner[:-1]
    if outer in ("PyResult", "PyRef", "Bound") and inner != "PyAny":
        return type_of(inner, name)
    if outer == "Option":
        return f"Optional[{type_of(inner, name)}]"
    if outer == "Vec":
        return f"{'Sequence' if name else 'List'}[{type_of(inner, name)}]"
    if outer.endswith("Array1"):
        return f"npt.NDArray[np.{'uint' if inner[0] == 'u' else 'int'}{inner[1:]}]"
    if rust == "Bound<PyAny>":
        return ANY[name]
    if outer in ALIASES:
        return type_of(ALIASES[outer], name)
    if outer in ("PathBuf", "Source"):
        return f"Union[str, {PATH}]" if name else PATH
    if outer in PLAIN:
        return PLAIN[outer]
    of_class = "Move" if outer == "MoveLike" else NAMES[outer]
    return f"Union[{of_class}, str]" if name and outer in ("MoveLike", "PyBoard", "PyPosition", "PyRules", "PySquare") else of_class


def first_sentence(thing):
    """Returns the first sentence of a doc, on one line."""
    text = " ".join((thing.__doc__ or "").strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.:]) (?=[A-Z`])", text)[0].replace("\\", "\\\\")


def written(head, doc, indent):
    """Returns a function whose body is its doc."""
    if not doc:
        return f"{head} ..."
    if len(head) + len(doc) + 7 <= 99:
        return f'{head} """{doc}"""'
    return f'{head}\n{indent}    """{doc}"""'


def function(thing, name, arguments, result, indent="", first=()):
    """Returns the stub of a function."""
    types = dict(re.fullmatch(r"(?:r#)?(\w+): (.*)", part).groups() for part in parts(arguments) if ": " in part)
    listed, star = list(first), False
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.name != "self":
            if parameter.kind is parameter.KEYWORD_ONLY and not star:
                listed.append("*")
                star = True
            default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}".replace("'", '"')
            listed.append(f"{parameter.name}: {type_of(types[parameter.name], parameter.name)}{default}")
            if parameter.kind is parameter.POSITIONAL_ONLY:
                listed.append("/")
    head = f"{indent}def {name}({', '.join(listed)}) -> {result}:"
    if len(head) > 95:
        inner = "".join(f"{indent}    {part},\n" for part in listed)
        head = f"{indent}def {name}(\n{inner}{indent}) -> {result}:"
    doc = "" if name.startswith("__") else first_sentence(thing)
    return written(head, doc, indent)


def attribute(name, thing, result):
    """Returns the stub of an attribute."""
    return "    @property\n" + written(f"    def {name}(self) -> {result}:", first_sentence(thing), "    ")


def member(of_class, match):
    """Yields the stub of a member of a class."""
    attributes, name, arguments, result = match.groups()
    if "#[new]" in attributes:
        yield function(of_class, "__new__", arguments, "Self", "    ", ["cls"])
    elif not name.startswith("__") or name in SPECIAL:
        result = RESULTS.get(name) or type_of(result or "()")
        thing = getattr(of_class, name)
        if "#[getter]" in attributes:
            yield attribute(name, thing, result)
        elif "#[staticmethod]" in attributes:
            yield "    @staticmethod\n" + function(thing, name, arguments, result, "    ")
        else:
            yield function(thing, name, arguments, result, "    ", ["self"])


def stub(name, thing):
    """Yields the lines of the stub of a class or function."""
    if not isinstance(thing, type):
        match = next(match for match in FUNCTION.finditer(TEXT) if match[2] == name.lstrip("_") and "#[pyfunction" in match[1])
        yield function(thing, name, match[3], RESULTS.get(name) or type_of(match[4]))
        return
    options, rust = next((options, rust) for known, options, rust in CLASSES if known == name)
    yield "\n@disjoint_base" if "subclass" in options else "\n@final"
    yield f'class {name}:\n    """{first_sentence(thing)}"""\n'
    fields = re.search(r"^pub\(crate\) struct %s\b[^;{]*(?:\{\n(.*?)^\})?" % rust, TEXT, re.M | re.S)[1] or ""
    for field, of in re.findall(r"#\[pyo3\(get\)\]\n +(?:pub\(crate\) )?(\w+): (.*),", fields):
        yield attribute(field, getattr(thing, field), type_of(of))
    body = re.search(r"^#\[pymethods\]\nimpl %s \{\n(.*?)^\}" % rust, TEXT, re.M | re.S)[1]
    for match in FUNCTION.finditer(body):
        yield from member(thing, match)
    if " hash" in options:
        yield "    def __hash__(self) -> int: ..."
    if " eq" in options:
        yield "    def __eq__(self, other: object, /) -> bool: ..."
    for comparison in COMPARISONS if " ord" in options else []:
        yield f"    def {comparison}(self, other: {name}, /) -> bool: ..."


def made():
    things = [(name, thing) for name, thing in vars(_native).items() if not name.startswith("__")]
    things.sort(key=lambda pair: not isinstance(pair[1], type))
    return HEAD + "".join(f"{line}\n" for name, thing in things for line in stub(name, thing))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(made(), encoding="utf-8")
