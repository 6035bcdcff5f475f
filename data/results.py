#!/usr/bin/env python3
"""The results as one table, and the pictures of the book, from the censuses beside this file.

    data/results.py                   writes results.csv, the tables of docs/results.md, docs/pictures/*.svg
    data/results.py --tables DIR      also digests and first moves, of boards whose tables are in DIR; takes loa
    data/results.py --check           fails if a file would change
"""

import argparse
import csv
import hashlib
import io
import json
import math
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

DATA = Path(__file__).parent
DOCS = DATA.parent / "docs"
FIELDS = (
    "board rules stones start scrambled values placements won drawn lost longest longest_position digest command".split()
)
NUMBERS = "seven eight nine".split()
INK, PAPER, COLOURS = "#3a3226", "#f4ecdc", ("#1f6fb5", "#c8321e", "#1d7f3c", "#8a5a00", "#6b3fa0", "#3a3226")


def full(board):
    """The stones of a board's start."""
    files, ranks = map(int, board.split("x"))
    return 2 * (files - 2) + 2 * (ranks - 2)


def census(path):
    """The counts of a census: (stones, outcome, plies) to placements."""
    counts = Counter()
    for row in csv.DictReader(path.open()):
        outcome = row["outcome"].removeprefix("terminal-")
        counts[int(row["mover"]) + int(row["other"]), outcome, int(row["plies"] or 0)] += int(row["count"])
    return counts


def digest_of(loa, tables, board, rules):
    """One digest of all tables of a board or of its transpose, which has the same, or nothing if they are not all there."""
    black, white = (2 * (int(side) - 2) - 1 for side in board.split("x"))
    tables_of_all = 2 * black * white - min(black, white) ** 2
    folders = [Path(tables) / rules / name for name in (board, "x".join(reversed(board.split("x"))))]
    files = next((found for folder in folders if len(found := sorted(folder.glob("*.loa"))) == tables_of_all), None)
    if files is None:
        return ""
    told = json.loads(subprocess.run([loa, "info", "--json", *files], capture_output=True, check=True).stdout)
    lines = sorted(f"{table['material']} {table['digest']}\n" for table in told["tables"])
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:32]


def results(known, options):
    """The rows of results.csv, in the order of boards and rules."""
    rows = []
    for path in sorted((DATA / "census").glob("*.csv"), key=order):
        board, rules = path.stem.split("-", 1)
        counts, printed = census(path), path.with_suffix(".txt").read_text()
        most = max(stones for stones, _, _ in counts)
        stones = "" if most == full(board) else most
        won, drawn, lost = (
            sum(n for (_, kind, _), n in counts.items() if kind == outcome) for outcome in ("win", "draw", "loss")
        )
        values = int(re.search(r": ([\d,]+) values of", printed)[1].replace(",", ""))
        plies, position = re.search(r"^all .* (\d+) +(\S+ [xo])$", printed, flags=re.MULTILINE).groups()
        starts = dict(re.findall(r"^\$ loa probe (start|scrambled) .*\n.*\n(.*)$", printed, flags=re.MULTILINE))
        digest = known.get((board, rules), {}).get("digest", "")
        if options.tables:
            digest = digest_of(options.loa, options.tables, board, rules) or digest
        command = f"data/census/make {board} {rules}" + (f" --stones {stones}" if stones else "")
        start, scrambled = (starts.get(name, "") for name in ("start", "scrambled"))
        row = board, rules, stones, start, scrambled, values, won + drawn + lost, won, drawn, lost, plies, position
        rows.append(dict(zip(FIELDS, (*row, digest, command))))
    return rows


def order(path):
    board, rules = path.stem.split("-", 1)
    files, ranks = sorted(map(int, board.split("x")))
    ids = [f"{word}-{end}{goal}" for goal in ("", "-misere") for word in ("mover", "draw", "own") for end in ("pass", "loss", "draw")]
    return files * ranks > 25, files == ranks and files > 3, files, ranks, board, ids.index(rules)


def table(rows):
    """The rows as a table of Markdown."""
    yield "| board | rules | start | scrambled eggs | values | won / drawn / lost | longest win |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for row in rows:
        board = row["board"] + (f" to {NUMBERS[row['stones'] - 7]} stones" if row["stones"] else "")
        shares = " / ".join(f"{100 * row[kind] / row['placements']:.2f}" for kind in ("won", "drawn", "lost"))
        cells = board, f"`{row['rules']}`", row["start"], row["scrambled"], f"{row['values']:,}", f"{shares} %"
        line = " | ".join((*cells, f"{row['longest']}: `{row['longest_position']}`"))
        yield re.sub("  +", " ", f"| {line} |")


def first_moves(known, options):
    """The values of first moves, one of each set of symmetric ones, best first: rows of openings.csv."""
    if not options.tables:
        return known
    rows = {(row["board"], row["rules"]): [] for row in known}
    for row in known:
        rows[row["board"], row["rules"]].append(row)
    for path in sorted((DATA / "census").glob("*.csv"), key=order):
        board, rules = path.stem.split("-", 1)
        asked = [options.loa, "probe", "start", board, "--rules", rules, "--tables", options.tables, "--json"]
        told = subprocess.run(asked, capture_output=True)
        if told.returncode:
            continue
        answer = json.loads(told.stdout)
        files, ranks = map(int, board.split("x"))
        found = {}
        for move in answer["moves"]:
            found.setdefault(min(images(move["move"], files, ranks)), move)
        moves = [{"board": board, "rules": rules, "move": name, "value": value(move)} for name, move in found.items()]
        rows[board, rules] = moves
    return [row for key in sorted(rows, key=lambda key: order(Path("-".join(key) + ".csv"))) for row in rows[key]]


def value(move):
    outcome = {"win": "wins", "loss": "loses"}.get(move["category"])
    return f"{outcome} in {move['plies']}" if outcome else "draws"


def images(name, files, ranks):
    """A move as the symmetries of the start show it."""
    for turn_files in (False, True):
        for turn_ranks in (False, True):
            def square(text):
                file, rank = "abcdefgh".index(text[0]), int(text[1])
                file = files - 1 - file if turn_files else file
                return "abcdefgh"[file] + str(ranks + 1 - rank if turn_ranks else rank)

            yield square(name[:2]) + name[2] + square(name[3:])


def openings(rows):
    """First moves as a table of Markdown, a line a board."""
    yield "| board | rules | first moves, one of each set of symmetric ones |"
    yield "| --- | --- | --- |"
    boards = dict.fromkeys((row["board"], row["rules"]) for row in rows)
    for board, rules in boards:
        moves = [f"{row['move']} {row['value']}" for row in rows if (row["board"], row["rules"]) == (board, rules)]
        yield f"| {board} | `{rules}` | {', '.join(moves)} |"


def svg(width, height, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="{PAPER}"/>', *parts, "</svg>", ""])


def text(x, y, words, anchor="middle", colour=INK):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def plot(lines, across, up, ticks):
    """Named lines of points, the second coordinate on a logarithmic scale: (name, points, colour)."""
    width, height, left, right, top, below = 720, 360, 50, 150, 24, 45
    low = math.floor(min(math.log10(y) for _, line, _ in lines for _, y in line))
    high = math.ceil(max(math.log10(y) for _, line, _ in lines for _, y in line))
    least, most = min(ticks), max(x for _, line, _ in lines for x, _ in line)

    def place(x, y):
        return (
            left + (x - least) / (most - least) * (width - left - right),
            height - below - (math.log10(y) - low) / (high - low) * (height - top - below),
        )

    parts = [text((left + width - right) / 2, height - 8, across), text(8, 14, up, "start")]
    for power in range(low, high + 1):
        _, y = place(least, 10.0**power)
        parts.append(f'<line x1="{left}" x2="{width - right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#d8ccb4"/>')
        parts.append(text(left - 6, y + 4, f"1e{power}", "end"))
    parts += [text(place(tick, 10.0**low)[0], height - below + 16, tick) for tick in ticks]
    for name, line, colour in lines:
        points = [place(x, y) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{path}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{colour}"/>' for x, y in points]
        parts.append(text(points[-1][0] + 6, points[-1][1] + 4, name, "start", colour))
    return svg(width, height, parts)


def distances():
    """Shares of placements that are won in some number of plies or more."""
    lines = []
    names = "4x4-mover-pass", "5x4-mover-pass", "5x5-mover-pass", "5x5-draw-pass", "5x5-mover-pass-misere"
    for name, colour in zip(names, COLOURS):
        counts = census(DATA / "census" / f"{name}.csv")
        wins = Counter()
        for (_, outcome, plies), count in counts.items():
            if outcome == "win":
                wins[plies] += count
        left, points = sum(wins.values()), []
        for plies in sorted(wins):
            points.append((plies, left / sum(counts.values())))
            left -= wins[plies]
        lines.append((name.replace("-", " ", 1), points, colour))
    return plot(lines, "plies", "share of placements won in this number of plies or more", range(0, 140, 20))


def placements():
    """Placements by the number of stones, and so how fast tables grow."""
    lines = []
    for board, colour in zip(("4x4", "5x5", "6x6", "7x7", "8x8"), COLOURS):
        by_stones = Counter()
        for (stones, _, _), count in census(DATA / "census" / f"{board}-mover-pass.csv").items():
            by_stones[stones] += count
        lines.append((board, sorted(by_stones.items()), colour))
    return plot(lines, "stones on the board", "placements", range(4, 13))


def proofs():
    """Expansions of proofs by board, from the table of data/bench/proof-growth.md: Black's wins red, White's blue."""
    after = (DATA / "bench/proof-growth.md").read_text()
    dots = []
    for ranks, row in re.findall(r"^\| (\d) \| (.*)\|$", after, flags=re.MULTILINE):
        for files, cell in zip(range(4, 9), row.split(" | ")):
            if proved := re.match(r"([\d,]+) \(", cell.replace("about 10^9", "1,000,000,000")):
                shorter, longer = sorted((files, int(ranks)))
                place = shorter + 0.2 * (longer - shorter) + 0.06 * (files < int(ranks))
                colour = COLOURS[0 if files < int(ranks) else 1]
                dots.append((f"{files}x{ranks}", [(place, int(proved[1].replace(",", "")))], colour))
    return plot(dots, "shorter side of the board; longer boards stand further right", "expansions of the proof", range(4, 7))


def diagram(left, board, position, move, caption):
    """A board with an arrow for a move."""
    size, top = 22, 14
    files, ranks = map(int, board.split("x"))

    def middle(file, rank):
        return left + (file + 0.5) * size, top + (ranks - rank - 0.5) * size

    for file in range(files):
        for rank in range(ranks):
            x, y = middle(file, rank)
            shade = "#e3d3b0" if (file + rank) % 2 else "#efe4cb"
            yield f'<rect x="{x - size / 2}" y="{y - size / 2}" width="{size}" height="{size}" fill="{shade}"/>'
    for row, line in enumerate(position.split()[0].split("/")):
        for file, stone in enumerate("".join("." * int(c) if c.isdigit() else c for c in line)):
            x, y = middle(file, ranks - 1 - row)
            if stone != ".":
                yield f'<circle cx="{x}" cy="{y}" r="8" fill="{INK if stone == "x" else "#fff"}" stroke="{INK}"/>'
    (x1, y1), (x2, y2) = (middle("abcdefgh".index(name[0]), int(name[1]) - 1) for name in (move[:2], move[3:]))
    yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{COLOURS[1]}" stroke-width="3"/>'
    yield f'<circle cx="{x2}" cy="{y2}" r="4" fill="{COLOURS[1]}"/>'
    for row, words in enumerate(caption):
        yield text(left + files * size / 2, top + ranks * size + 18 + 15 * row, words)


def longest_wins(rows):
    """The longest win of some boards, the side to move being x, with its first move."""
    parts, left = [], 20
    shown = ("4x4", "mover-pass"), ("5x4", "mover-pass"), ("5x5", "mover-pass"), ("5x5", "mover-pass-misere"), ("8x8", "mover-pass")
    for board, rules in shown:
        row = next(row for row in rows if (row["board"], row["rules"]) == (board, rules))
        printed = (DATA / "census" / f"{board}-{rules}.txt").read_text()
        move = re.search(r"^ +1\. (\S+)", printed.split("$ loa line")[1], flags=re.MULTILINE)[1]
        caption = f"{board}: {row['longest']} plies", rules if not row["stones"] else f"to {row['stones']} stones"
        parts += diagram(left, board, row["longest_position"], move, caption)
        left += int(board[0]) * 22 + 34
    return svg(left - 14, 14 + 8 * 22 + 44, parts)


def between(page, name, lines):
    """A page with lines in place of those between two marks."""
    begin, end = f"<!-- {name}: data/results.py -->", f"<!-- end of {name} -->"
    before, rest = page.split(begin)
    return before + "\n".join([begin, "", *lines, "", end]) + rest.split(end)[1]


def written(rows, fields):
    out = io.StringIO()
    writer = csv.DictWriter(out, fields, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def read(path):
    return list(csv.DictReader(path.open())) if path.exists() else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", metavar="DIR")
    parser.add_argument("--loa", default="loa")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    known = {(row["board"], row["rules"]): row for row in read(DATA / "results.csv")}
    rows = results(known, options)
    moves = first_moves(read(DATA / "openings.csv"), options)
    page = between((DOCS / "results.md").read_text(), "results", table(rows))
    page = between(page, "first moves", openings(moves))
    files = {
        DATA / "results.csv": written(rows, FIELDS),
        DATA / "openings.csv": written(moves, ["board", "rules", "move", "value"]),
        DOCS / "results.md": page,
        DOCS / "pictures/distances.svg": distances(),
        DOCS / "pictures/placements.svg": placements(),
        DOCS / "pictures/growth.svg": proofs(),
        DOCS / "pictures/longest.svg": longest_wins(rows),
    }
    stale = [path.name for path, new in files.items() if not path.exists() or path.read_text() != new]
    if options.check:
        sys.exit(f"data/results.py would change {', '.join(stale)}" if stale else 0)
    for path, new in files.items():
        path.write_text(new)


if __name__ == "__main__":
    main()
