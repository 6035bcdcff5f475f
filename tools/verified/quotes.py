#!/usr/bin/env python3
"""Checks that the documents contain every sentence quoted in Rules.v."""

import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent


def plain(text):
    return " ".join(text.split())


documents = plain((root / "solver/PROOF.md").read_text() + (root / "docs/rules.md").read_text())
comments = re.findall(r"\(\*(.*?)\*\)", (here / "Rules.v").read_text(), re.DOTALL)
quotes = [plain(quote) for text in comments for quote in re.findall(r'"(.*?)"', text, re.DOTALL)]
missing = [quote for quote in quotes if quote not in documents]
for quote in missing:
    print(f"not in solver/PROOF.md or docs/rules.md: {quote}", file=sys.stderr)
print(f"{len(quotes) - len(missing)} of {len(quotes)} sentences of Rules.v found")
sys.exit(bool(missing))
