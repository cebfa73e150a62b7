#!/usr/bin/env python3
r"""Renders a terminal's text with its colours as an SVG, for the pictures in docs/img/.

scripts/render_terminal.py 'gputest …' < docs/results/2026-12-01-h200-run.txt > docs/img/run.svg

The text is a run with --color=always; docs/results keeps its table.
"""

import html
import re
import sys

COLOURS = {"30": "#6e7681", "31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff"}
ADVANCE, LINE, MARGIN, FONT = 7.83, 18, 16, 13  # of a monospaced font of 13 px


def spans(line):
    """The line as SVG text spans, one per run of one style."""
    style, out = "", []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            codes = part[2:-1].split(";")
            style = "".join(f' fill="{COLOURS[c]}"' for c in codes if c in COLOURS)
            style += ' font-weight="bold"' if "1" in codes else ""
        elif part:
            text = html.escape(part)
            out.append(f"<tspan{style}>{text}</tspan>" if style else text)
    return "".join(out)


def svg(title, text):
    lines = [f"\x1b[34m$\x1b[0m {title}", *text.rstrip("\n").split("\n")]
    columns = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    width = round(columns * ADVANCE + 2 * MARGIN)
    height = len(lines) * LINE + 2 * MARGIN
    rows = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + (i + 1) * LINE - 5}" xml:space="preserve">{spans(l)}</text>'
        for i, l in enumerate(lines)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">
<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="{FONT}" fill="#e6edf3">
{rows}
</g>
</svg>
"""


if __name__ == "__main__":
    sys.stdout.write(svg(" ".join(sys.argv[1:]), sys.stdin.read()))
