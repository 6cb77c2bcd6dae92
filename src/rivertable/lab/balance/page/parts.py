"""The pieces that pages are made of: figures with a table beside each plot, tables, the head and the foot."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from ....core.options import value_text

Cells = Sequence[str]


def table(head: Cells, rows: Sequence[Cells]) -> str:
    """Return a table; the first cell of a row names it."""
    titles = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = (
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def figure(title: str, plot: str, caption: str, head: Cells, rows: Sequence[Cells]) -> str:
    """Return a plot with what it shows, and the same as a table that opens without a script."""
    return (
        f"<figure><h3>{escape(title)}</h3>{plot}<figcaption>{escape(caption)}</figcaption>"
        f'<details><summary>The figures</summary><div class="scroll">{table(head, rows)}</div></details></figure>'
    )


def things_table(head: Cells, rows: Sequence[Sequence[tuple[str, str]]]) -> str:
    """Return a table whose cells are (class, HTML); on a phone a line becomes a block with the head's words in it."""
    kinds = ["drawn" if kind == "drawn" else "" for kind, _ in rows[0]]
    titles = "".join(
        f'<th scope="col" role="columnheader" class="{kind}">{escape(cell)}</th>'
        for cell, kind in zip(head, kinds, strict=True)
    )
    lines = []
    for row in rows:
        cells = "".join(
            f'<td role="cell" class="{kind}" data-label="{escape(title)}">{inside}</td>'
            for title, (kind, inside) in zip(head[1:], row[1:], strict=True)
        )
        lines.append(f'<tr role="row"><th scope="row" role="rowheader">{row[0][1]}</th>{cells}</tr>')
    return (
        f'<div class="wide things"><table role="table"><thead role="rowgroup"><tr role="row">{titles}</tr></thead>'
        f'<tbody role="rowgroup">{"".join(lines)}</tbody></table></div>'
    )


def sentences(said: Sequence[str]) -> str:
    """Return sentences as a list."""
    return f'<ul class="said">{"".join(f"<li>{escape(sentence)}</li>" for sentence in said)}</ul>'


def made(document: dict[str, Any]) -> str:
    """Say how a report was made and with which printed data."""
    found = document["versions"]
    commit = f", commit {found['commit']}" if found["commit"] else ""
    pairs = [
        ("game", f"{document['title']}, {_listed(document['players'])} players"),
        ("games", f"{document['games']} for each number of players and each setting"),
        ("bots", f"{', '.join(document['bots'])} (by seat; the last in all that follow)"),
        ("seed", document["seed"]),
        ("made", f"{document['at']}, rivertable {found['rivertable']}{commit}"),
        ("rules", f"{found['rules']} (a hash of the rules' and bots' sources), Python {found['python']}"),
    ]
    for setting in document["settings"]:
        options = ", ".join(f"{name}={value_text(value)}" for name, value in setting["options"].items())
        data = setting["components"]
        pairs.append((setting["words"], f"{options}; printed data “{data['name']}”, sha256 {data['sha256'][:16]}…"))
    inside = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs)
    again = f"<p>The same again: <code>{escape(document['command'])}</code></p>"
    sources = list(dict.fromkeys(said for setting in document["settings"] for said in setting["sources"]))
    known = f"<h3>What is not printed</h3>{sentences(sources)}" if sources else ""
    return f'<dl class="made">{inside}</dl>{again}{sentences(document["notes"])}{known}'


def _listed(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def whole_page(title: str, inside: str) -> str:
    """Return the whole file."""
    style = (files(__package__) / "style.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n{inside}\n</main>\n</body>\n</html>\n"
    )
