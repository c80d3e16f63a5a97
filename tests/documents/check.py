"""Runs the commands of one document in one shell and compares what they print with what the document shows.

Usage: check.py DOCUMENT DATA_FOLDER, beside a service at $KIFU_URL.

A block marked `sh` is run. A block marked `json` right behind it shows the last JSON documents that it printed; a block
marked `text` shows its last lines. In JSON "…" stands for anything: as a value for any value, as a member
{"…": "…"} for any further members, as the last element of a list for any further elements. In text … stands for anything
within a line.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ANY = "…"
ROOT = Path(__file__).resolve().parent.parent.parent
END = "-- end of block --"

PREAMBLE = r"""
set -e
cd "$(mktemp -d)"
cp -r "$ROOT/engine" "$ROOT/openapi" . 2>/dev/null || true
kifu() { "$ROOT/target/debug/kifu" --data-dir "$DATA" --log error "$@" 2>/dev/null; }
cargo() { shift 3; kifu "$@"; }                       # cargo run --release -- COMMAND
openapi/clients/generate() { "$ROOT/openapi/clients/generate" "$PWD/target/clients"; }
curl() {
    local status=0
    command curl --max-time 5 "${@//localhost:8080/$HOST}" || status=$?
    [ $status -eq 28 ]  && status=0                   # a stream goes on until somebody stops it
    return $status
}
"""


def blocks(text: str):
    """The fenced blocks: (line, language, content)."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        yield text[: match.start()].count("\n") + 1, match[1], match[2]


def documents(text: str) -> list:
    """Every JSON document in a text, one after the other; what is no JSON is passed over."""
    found, at, decoder = [], 0, json.JSONDecoder()
    while (start := re.compile(r"^\s*[{\[]", re.M).search(text, at)) is not None:
        begin = start.end() - 1
        try:
            value, at = decoder.raw_decode(text, begin)
            found.append(value)
        except json.JSONDecodeError:
            at = start.end()
    return found


def difference(shown, printed, path: str = "") -> str | None:
    """Where what was printed is not what is shown, if anywhere."""
    if shown == ANY:
        return None
    if isinstance(shown, dict) and isinstance(printed, dict):
        open_ended = ANY in shown
        named = [name for name in shown if name != ANY]
        missing = [name for name in named if name not in printed]
        extra = [] if open_ended else [name for name in printed if name not in shown]
        if missing or extra:
            return f"{path or 'the document'}: {missing} not printed, {extra} not shown"
        return first(difference(shown[name], printed[name], f"{path}.{name}") for name in named)
    if isinstance(shown, list) and isinstance(printed, list):
        open_ended = shown[-1:] == [ANY]
        wanted = shown[:-1] if open_ended else shown
        if len(printed) < len(wanted) or (len(printed) > len(wanted) and not open_ended):
            return f"{path}: {len(wanted)} elements shown, {len(printed)} printed"
        return first(difference(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(wanted, printed)))
    if isinstance(shown, str) and isinstance(printed, str) and ANY in shown:
        return None if same_text(shown, printed) else f"{path}: {shown!r} shown, {printed!r} printed"
    return None if shown == printed else f"{path}: {shown!r} shown, {printed!r} printed"


def first(found):
    return next((item for item in found if item is not None), None)


def same_text(shown: str, printed: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, shown.split(ANY))), printed, re.S) is not None


def check(language: str, shown: str, printed: str) -> str | None:
    if language == "json":
        wanted = documents(shown)
        got = documents(printed)[-len(wanted):]
        if not wanted or len(got) < len(wanted):
            return f"{len(wanted)} JSON documents shown, {len(got)} printed:\n{printed}"
        return first(difference(a, b) for a, b in zip(wanted, got))
    lines = shown.rstrip("\n").split("\n")
    got = printed.rstrip("\n").split("\n")[-len(lines):]
    wrong = [(a, b) for a, b in zip(lines, got) if not same_text(a, b)]
    return f"{wrong[0][0]!r} shown, {wrong[0][1]!r} printed" if wrong or len(got) < len(lines) else None


def main() -> int:
    document, data = sys.argv[1:]
    found = list(blocks((ROOT / document).read_text()))
    runs = [block for block in found if block[1] == "sh"]
    if not runs:
        print(f"{document}: shows no command")
        return 0
    script = PREAMBLE + "".join(f"{content}\necho '{END}'\n" for _, _, content in runs)
    host = os.environ["KIFU_URL"].removeprefix("http://")
    environment = os.environ | {"ROOT": str(ROOT), "DATA": data, "HOST": host}
    ran = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=600)
    printed = dict(zip((line for line, _, _ in runs), ran.stdout.split(END + "\n")))
    if ran.returncode != 0:
        failed = runs[ran.stdout.count(END)][0]
        print(f"{document}:{failed}: the command failed ({ran.returncode})\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}")
        return 1
    wrong = 0
    for (line, language, _), (at, shows, shown) in zip(found, found[1:]):
        if language == "sh" and shows in ("json", "text") and (why := check(shows, shown, printed[line])):
            print(f"{document}:{at}: {why}")
            wrong += 1
    print(f"{document}: {len(runs)} blocks of commands run, {wrong} show something else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
