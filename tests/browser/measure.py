#!/usr/bin/env python3
"""Measures every kind of page on a phone: its length, shifts, requests, bytes and smallest text, as a table in Markdown.

Usage: KIFU_URL=http://127.0.0.1:8080 tests/browser/measure.py, beside a service with simulated games of every kind;
needs chromium-driver and `pip install selenium`.
"""

import json
import os
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.options import Options

BASE = os.environ.get("KIFU_URL", "http://127.0.0.1:8080")
PHONE = {"width": 390, "height": 844, "pixelRatio": 2}
LOADED_AFTER_SECONDS = 2.5
WATCH_SHIFTS = """window.shifts = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
SMALLEST_TEXT = """const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let smallest = Infinity;
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const isSeen = texts.currentNode.textContent.trim() && element.checkVisibility();
        if (!isSeen || element.closest(".unseen, script, style, template, noscript")) continue;
        smallest = Math.min(smallest, parseFloat(getComputedStyle(element).fontSize));
    }
    return smallest;"""


def pages() -> dict[str, str]:
    with urllib.request.urlopen(f"{BASE}/v1/games?limit=1&game=you_cry_wolf") as answer:
        record = json.load(answer)["games"][0]["id"]
    return {
        "home": "/",
        "opening a record": "/open/half_werewolf",
        "a record": f"/games/{record}",
        "players": "/players",
        "statistics": "/statistics",
        "statistics of a game": "/statistics/you_cry_wolf?simulated=include",
        "a metric": "/statistics/metrics/you_cry_wolf.bid_escalation?simulated=include",
        "rules": "/rules",
        "rules of a game": "/rules/half_werewolf",
    }


def phone() -> webdriver.Chrome:
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu"]:
        options.add_argument(argument)
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": PHONE})
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    browser = webdriver.Chrome(options=options)
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH_SHIFTS})
    return browser


def measured(browser: webdriver.Chrome, address: str) -> list[str]:
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.get_log("performance")
    browser.get(address)
    time.sleep(LOADED_AFTER_SECONDS)
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    loaded = [message["params"] for message in messages if message["method"] == "Network.loadingFinished"]
    screens = browser.execute_script("return document.documentElement.scrollHeight / innerHeight")
    shifts = browser.execute_script("return window.shifts")
    smallest = browser.execute_script(SMALLEST_TEXT)
    kilobytes = sum(one["encodedDataLength"] for one in loaded) / 1000
    return [f"{screens:.1f}", f"{shifts:.3f}", str(len(loaded)), f"{kilobytes:.0f}", f"{smallest:g}"]


def main() -> None:
    browser = phone()
    print("| page | screens | layout shift | requests | kB | smallest text, px |")
    print("| --- | --: | --: | --: | --: | --: |")
    for language, name in [("en", ""), ("ja", ", in Japanese")]:
        for page, path in pages().items():
            address = f"{BASE}{path}{'&' if '?' in path else '?'}language={language}"
            print(f"| {page}{name} | {' | '.join(measured(browser, address))} |")
    browser.quit()


if __name__ == "__main__":
    main()
