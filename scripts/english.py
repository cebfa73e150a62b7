#!/usr/bin/env python3
"""Lists sentences that a reader must read twice (docs/notes/style.md), each with its place.

    scripts/english.py [--counts] [PATH...]

It reads documents, comments and messages of the tree, or of the named files and folders alone. It
reports sentences of more than 25 words, sentences that begin with "Of", clauses with "what" and
"whose", and words that only this project uses. It informs and never fails. codespell and proselint,
where they are installed, add their findings for the named files.
"""

import argparse
import collections
import io
import re
import shutil
import subprocess
import tokenize
from pathlib import Path
from typing import Iterator, List, NamedTuple, Tuple

ROOT = Path(__file__).resolve().parent.parent
MOST_WORDS = 25

PATTERNS = {
    "begins with Of": r"^Of\b",
    "what": r"\bwhat(?:ever)?\b",
    "whose": r"\bwhose\b",
    "one's own": r"\bone's own\b|\bof (?:my|your|our|their|its|his) own\b",
    "told": r"\btold\b|\btells\b|\bto be told\b",
    "errand": r"\berrands?\b",
    "visitor": r"\bvisitors?\b|\bvisits?\b",
    "mailbox": r"\bmailbox(?:es)?\b",
    "gives way": r"\bg(?:ives?|ave|iving) way\b",
    "card": r"\bcards?\b",
    "stands": r"\bstands?\b|\bstood\b",
    "heed": r"\bheed(?:s|ed|ing)?\b",
    "beside": r"\bbeside\b",
    "but for": r"\bbut for\b",
    "rubbish": r"\brubbish\b",
    "anew": r"\banew\b",
    "thereof": r"\bthere(?:of|by|in|from|upon)\b|\bwhere(?:of|by|in|upon)\b",
    "meanwhile": r"\bmeanwhile\b",
    "nor": r"^Nor\b",
}
FOLDERS_LEFT_OUT = ("docs/results/", "tests/data/", "docs/site/", "il_reference/tests/samples/", "CHANGELOG")
ENDINGS = {
    ".md": "markdown", ".cpp": "c", ".hpp": "c", ".h": "c", ".inl": "c", ".cl": "c", ".cu": "c", ".hip": "c",
    ".c": "c", ".py": "python", ".sh": "shell", ".cmake": "shell", ".toml": "shell", ".faults": "shell",
    ".il": "il", ".js": "c", ".F90": "fortran",
}


class Sentence(NamedTuple):
    path: Path
    line: int
    text: str


Block = Tuple[int, str]  # its first line, its text


def markdown(text: str) -> Iterator[Block]:
    """Paragraphs, items of lists and cells of tables; no code."""
    inside, start, lines = False, 0, []  # type: ignore[var-annotated]
    for number, line in enumerate(text.splitlines() + [""], 1):
        if line.lstrip().startswith("```"):
            inside = not inside
            line = ""
        elif inside or line.startswith("    "):
            line = "" if not lines else line if line.strip() and not inside else ""
        bare = line.strip()
        new = not bare or bare[0] in "#|>" or re.match(r"([-*+]|\d+\.)\s", bare)
        if new and lines:
            yield start, " ".join(lines)
            lines = []
        if not bare or set(bare) <= set("|-: "):
            continue
        if bare.startswith("|"):
            for cell in bare.strip("|").split("|"):
                yield number, cell.strip()
            continue
        if not lines:
            start = number
        lines.append(re.sub(r"^([#>]+|[-*+]|\d+\.)\s+", "", bare))


def grouped(comments: List[Block]) -> Iterator[Block]:
    """Comments of adjacent lines as one block."""
    start, last, lines = 0, -2, []  # type: ignore[var-annotated]
    for number, text in comments + [(-9, "")]:
        if number != last + 1 or not text:
            if lines:
                yield start, " ".join(lines)
            start, lines = number, []
        if text:
            if not lines:
                start = number
            lines.append(text)
        last = number


C_TOKEN = re.compile(r'//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|(?P<text>R"(\w*)\(.*?\)\4"|"(?:\\.|[^"\\\n])*")|\'(?:\\.|[^\'\\])\'', re.S)


def c(text: str) -> Iterator[Block]:
    comments: List[Block] = []
    pieces: List[Tuple[int, int, str]] = []
    for found in C_TOKEN.finditer(text):
        number = text.count("\n", 0, found.start()) + 1
        if found["line"] is not None:
            comments.append((number, found["line"].lstrip("/!< ").strip()))
        elif found["block"] is not None:
            comments += [(number + i, part.strip(" *!")) for i, part in enumerate(found["block"].split("\n"))]
        elif found["text"] and not found["text"].startswith("R"):
            value = found["text"][1:-1]
            if pieces and not text[pieces[-1][1]:found.start()].strip():
                pieces[-1] = (pieces[-1][0], found.end(), pieces[-1][2] + value)
            else:
                pieces.append((number, found.end(), value))
    yield from grouped(comments)
    for number, _, value in pieces:
        if len(value.split()) > 3:
            yield number, value


def python(text: str) -> Iterator[Block]:
    comments: List[Block] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                comments.append((token.start[0], token.string.lstrip("#! ").strip()))
            elif token.type == tokenize.STRING and len(token.string.split()) > 3:
                value = re.sub(r"^\w*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$", "", token.string)
                for start, paragraph in paragraphs(value):
                    yield token.start[0] + start, paragraph
    except (tokenize.TokenError, IndentationError):
        pass
    yield from grouped(comments)


def paragraphs(text: str) -> Iterator[Block]:
    yield from grouped([(i, line.strip()) for i, line in enumerate(text.split("\n"))])


def after(sign: str) -> "collections.abc.Callable[[str], Iterator[Block]]":
    def comments(text: str) -> Iterator[Block]:
        lines = [(i, line.strip()) for i, line in enumerate(text.split("\n"), 1)]
        yield from grouped([(i, line.lstrip(sign + " ")) for i, line in lines if line.startswith(sign)])
    return comments


READERS = {"markdown": markdown, "c": c, "python": python, "shell": after("#"), "il": after(";"), "fortran": after("!")}
SHORT = re.compile(r"\b(e\.g|i\.e|etc|vs|Fig|Eq|Sec|No|cf|al)\.")


def sentences(path: Path) -> Iterator[Sentence]:
    kind = ENDINGS["CMakeLists" in path.name and ".cmake" or path.suffix]
    text = path.read_text(encoding="utf-8", errors="replace")
    for number, block in READERS[kind](text):
        plain = re.sub(r"`[^`]*`", "CODE", block)
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain).replace("\\n", " ")
        plain = SHORT.sub(lambda found: found[1], plain)
        for sentence in re.split(r"(?<=[.!?:;])[\"')*]*\s+", plain):
            sentence = sentence.strip("*_ \"'(")
            if len(sentence.split()) > 2:
                yield Sentence(path, number, sentence)


def files(chosen: List[str]) -> List[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", *chosen], cwd=ROOT, check=True, capture_output=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name and not name.startswith(FOLDERS_LEFT_OUT)]
    names = [name for name in names if Path(name).suffix in ENDINGS or "CMakeLists" in name]
    return [ROOT / name for name in names if (ROOT / name).is_file() and "english.py" not in name]


def findings(sentence: Sentence) -> Iterator[str]:
    words = len(re.findall(r"[A-Za-z][\w'’-]*", sentence.text))
    if words > MOST_WORDS:
        yield f"{words} words"
    for name, pattern in PATTERNS.items():
        if name == "what" and sentence.text.endswith("?"):
            continue
        if re.search(pattern, sentence.text, re.I if name not in ("begins with Of", "nor") else 0):
            yield name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", action="store_true", help="the counts alone")
    parser.add_argument("path", nargs="*")
    arguments = parser.parse_args()
    counts: "collections.Counter[str]" = collections.Counter()
    read = files(arguments.path)
    total = 0
    for path in read:
        for sentence in sentences(path):
            total += 1
            found = list(findings(sentence))
            counts.update("over 25 words" if name.endswith(" words") else name for name in found)
            if found and not arguments.counts:
                print(f"{path.relative_to(ROOT)}:{sentence.line}: {', '.join(found)}: {sentence.text[:160]}")
    for name, count in counts.most_common():
        print(f"{count:7} {name}")
    print(f"{sum(counts.values()):7} findings in {total} sentences of {len(read)} files")
    if arguments.path and not arguments.counts:
        for tool in ("codespell", "proselint"):
            if shutil.which(tool):
                documents = [str(path) for path in read if tool == "codespell" or path.suffix == ".md"]
                subprocess.run([tool, *documents], check=False)


if __name__ == "__main__":
    main()
