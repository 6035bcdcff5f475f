"""Puts the first sentence of each native doc into the stubs: python stubs.py FILE."""

import re
import sys

from linesofaction import _native

_HEAD = re.compile(r"^(    )?(?:async )?(class|def) (\w+)")


def first_sentence(thing):
    """Returns the first sentence of a doc, on one line."""
    text = " ".join((thing.__doc__ or "").strip().split("\n\n")[0].split())
    return re.split(r"(?<=[.:]) (?=[A-Z`])", text)[0].replace("\\", "\\\\")


def with_docs(stubs):
    """Returns stubs in which each body of a method and a function is its doc."""
    written, owner, thing = [], None, None
    for line in stubs.splitlines():
        if head := _HEAD.match(line):
            indent, kind, name = head.groups()
            if kind == "class":
                owner = getattr(_native, name)
            else:
                thing = getattr(owner if indent else _native, name, None)
                is_plain = name.startswith("__")
                doc = "" if thing is None or is_plain else first_sentence(thing)
        if body := re.match(r'^(.*->.*:)(?: \.\.\.| """.*""")?$', line):
            before, inner = body[1], (len(line) - len(line.lstrip())) * " "
            if not doc:
                written.append(f"{before} ...")
            elif len(before) + len(doc) + 7 <= 99:
                written.append(f'{before} """{doc}"""')
            else:
                written += [before, f'{inner}    """{doc}"""']
        elif not re.match(r'^\s+""".*"""$', line) or written[-1].lstrip().startswith("class "):
            written.append(line)
    return "\n".join(written) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        found = file.read()
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(with_docs(found))
