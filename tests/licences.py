#!/usr/bin/env python3
"""Fails if a crate in the graph is under no licence that deny.toml allows.

Reads `licenses.allow` and `licenses.exceptions`; needs Python 3.11 and cargo, no network beyond
what cargo needs. `cargo deny check licenses` says more, where it is installed.
"""
import json
import pathlib
import re
import subprocess
import sys
import tomllib

root = pathlib.Path(__file__).resolve().parent.parent
deny = root / "deny.toml"
if not deny.exists():
    sys.exit("there is no deny.toml, so no licence is allowed")
rules = tomllib.loads(deny.read_text())["licenses"]
allow = set(rules.get("allow", []))
extra = {e.get("crate", e.get("name")): set(e["allow"]) for e in rules.get("exceptions", [])}


def allowed(expression, names):
    """An SPDX expression as the truth of its names; a WITH exception belongs to its licence."""
    words = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR ").replace(" WITH ", "+WITH+"))
    terms = {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    return eval(" ".join(terms.get(w, str(w.replace("+WITH+", " WITH ") in names)) for w in words))


graph = json.loads(subprocess.check_output(
    ["cargo", "metadata", "--format-version", "1", "--locked"], cwd=root))
bad = [f"{p['name']} {p['version']}: {p['license']}" for p in graph["packages"]
       if not (p["license"] and allowed(p["license"], allow | extra.get(p["name"], set())))]
print(f"licences: {len(graph['packages'])} crates, {len(bad)} not allowed")
sys.exit("\n".join(bad) if bad else 0)
