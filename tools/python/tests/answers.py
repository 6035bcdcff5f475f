"""Makes the types of answers from the schemas of the native half: python answers.py FILE."""

import json
import sys
from pathlib import Path

from linesofaction import _native

#: The names of types that have others in Python.
NAMES = {
    "ChartReply": "Chart",
    "ExportReport": "Exported",
    "Failed": "EngineFailure",
    "FailedAt": "FailedIn",
    "GameFields": "MatchedGame",
    "JudgedMove": "Judged",
    "MatchReport": "MatchResult",
    "PlanReport": "Plan",
    "SolveReport": "Solved",
    "SprtFields": "Sprt",
    "SuiteCheckReport": "CheckedSuite",
    "SuiteReport": "Suite",
    "VerifyReport": "Verified",
    "Ply": "ReviewedMove",
    "ProofCheckReport": "Claim",
    "ProveReport": "Proved",
    "TableCensus": "Census",
}
#: The types of fields that are text in JSON.
TEXTS = {
    **dict.fromkeys(["best", "good_moves", "line", "move"], "Move"),
    **dict.fromkeys(["position", "start"], "Position"),
    **dict.fromkeys(["board", "tables_of"], "Board"),
}
#: Words of descriptions, for Python.
WORDS = {"null": "None", "; absent otherwise": "", "absent": "None", "\n": "\n    #: "}
PLAIN = {"boolean": "bool", "integer": "int", "number": "float", "string": "str"}

HEAD = '''"""The types of answers. Made by `tests/answers.py` from the schemas of their JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Literal, Optional

from ._native import Board, Move, Position, Value
'''


def literal(names):
    return f"Literal[{', '.join(json.dumps(name) for name in names)}]"


class Types:
    def __init__(self, schemas):
        self.schemas = schemas

    def type_of(self, name, schema):
        """Returns the type of a field, or of the items of a field."""
        either = [one for one in schema.get("anyOf", []) if one != {"type": "null"}]
        kind = schema.get("type")
        if either or isinstance(kind, list):
            inner = either[0] if either else {**schema, "type": kind[0]}
            return f"Optional[{self.type_of(name, inner)}]"
        if "$ref" in schema:
            return self.type_named(schema["$ref"].rpartition("/")[2])
        if "enum" in schema:
            return literal(schema["enum"])
        if kind == "array":
            return f"List[{self.type_of(name, schema['items'])}]"
        if "additionalProperties" in schema:
            return f"Dict[str, {self.type_of(name, schema['additionalProperties'])}]"
        return TEXTS.get(name, "str") if kind == "string" else PLAIN[kind]

    def type_named(self, name):
        schema = self.schemas[name]
        if name in ("Color", "Value", "Worth"):
            return 'Literal["x", "o"]' if name == "Color" else "Value"
        if "oneOf" in schema:
            return literal([one["const"] for one in schema["oneOf"]])
        return NAMES.get(name, name) if schema["type"] == "object" else self.type_of(name, schema)

    def fields(self, schema):
        """Yields the name, the type and the description of each field."""
        for name, field in schema["properties"].items():
            of = self.type_of(name, field)
            if name not in schema["required"] and not of.startswith(("Optional", "List", "bool")):
                of = f"Optional[{of}]"
            if name == "category":
                # The fields of a value stand beside the others.
                yield "value", "Optional[Value]" if of.startswith("Optional") else "Value", field["description"]
            elif name not in ("bound", "plies") or "category" not in schema["properties"]:
                yield name, of, field["description"]

    def classes(self):
        for name, schema in self.schemas.items():
            if schema.get("type") == "object" and self.type_named(name) != "Value":
                doc = schema["description"].replace("\n", "\n    ")
                yield f'\n\n@dataclass(frozen=True)\nclass {NAMES.get(name, name)}:\n    """{doc}"""\n\n'
                for field, of, doc in self.fields(schema):
                    for words, python in WORDS.items():
                        doc = doc.replace(words, python)
                    yield f"    #: {doc}\n    {field.replace('-', '_')}: {of}\n"


def made():
    return HEAD + "".join(Types(json.loads(_native._schemas())).classes())


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(made(), encoding="utf-8")
