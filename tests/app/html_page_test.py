# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of --export report.html: whole, and nothing in it runs or is fetched, whatever names a
file holds. With --browser, Chromium shows it: no error, no request, and keys reach every bar.

    html_page_test.py PROGRAM SAMPLES [--browser]
"""

import html.parser
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SAMPLES = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
WITH_BROWSER = "--browser" in sys.argv
if WITH_BROWSER and not (shutil.which("chromedriver") and importlib.util.find_spec("selenium")):
    print("Skipped: needs the packages chromium-driver and python3-selenium")
    sys.exit(77)
VOID = {"meta", "link", "img", "br", "hr", "input"}
HOSTILE = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"onload='a'", "a&amp;b",
           "</td></table><h1>x", "\u202eabc", "=1+1", "javascript:alert(1)", "url(http://x)", "{}"]


class Page(html.parser.HTMLParser):
    """Elements of a page with their attributes; fails where one is not closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)

    def count(self, tag, **wanted):
        return sum(name == tag and all(found.get(key) == value for key, value in wanted.items())
                   for name, found in self.elements)


def run(*arguments, folder):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True,
                          text=True, check=True, timeout=120).stdout


def page_of(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        run(*arguments, "--export", "page.html", folder=folder)
        return pathlib.Path(folder, "page.html").read_text(encoding="utf-8")


def report_of(*arguments):
    return json.loads(run(*arguments, "--report", "json", folder="."))["reports"][0]


class HtmlPage(unittest.TestCase):
    def check_harmless(self, text):
        page = Page(text)
        names = {name for name, _ in page.elements}
        self.assertFalse(names & {"script", "img", "iframe", "object", "link", "base", "form"})
        for name, attributes in page.elements:
            for key, value in attributes.items():
                self.assertFalse(key.startswith("on"), (name, key))
                self.assertNotIn(key, ("src", "href", "xlink:href"), name)
                if not key.startswith("xmlns"):
                    self.assertNotIn("javascript:", value if key == "style" else "")
        style = text[text.index("<style>"):text.index("</style>")]
        self.assertNotIn("url(", style)
        self.assertNotIn("@import", style)
        policy = [a for n, a in page.elements if a.get("http-equiv") == "Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy[0]["content"])
        return page

    def test_sample(self):
        sample = SAMPLES / "digits_neural_network.npz"
        page = self.check_harmless(page_of(sample))
        report = report_of(sample)
        filled = [b for b in report["bins"] if b["count"] > 0]
        # One mark for each bar, in the light and in the dark picture.
        self.assertEqual(page.count("g", tabindex="0"), 2 * len(filled))
        labels = [a["aria-label"] for n, a in page.elements if a.get("tabindex") == "0"]
        for shown, bar in zip(labels, filled):
            self.assertIn(f"n = {bar['count']:,};", shown)
            self.assertIn(f"accuracy {bar['accuracy']:.4f} (", shown)
        shown = " ".join(page.texts)
        for sentence in report["verdict"]:
            self.assertIn(sentence, shown)
        self.assertEqual(len(report["verdict"]), 4)
        self.assertIn("diagonal digits_neural_network.npz", shown)
        self.assertIn("Classes", shown)
        self.assertEqual(page.count("svg"), 2)

    def test_page_holds_its_session(self):
        with tempfile.TemporaryDirectory() as folder:
            sample = pathlib.Path(folder, "p.csv")
            sample.write_bytes((SAMPLES / "breast_cancer_logistic.csv").read_bytes())
            run("p.csv", "--bins", "7", "--export", "page.html", folder=folder)
            again = json.loads(run("page.html", "--report", "json", folder=folder))
            self.assertEqual(again["reports"][0]["settings"]["bins"], 7)
            run("p.csv", "--without", "session", "--export", "page.html", folder=folder)
            self.assertNotIn("diagonal-session", pathlib.Path(folder, "page.html").read_text())

    def test_models(self):
        first, second = SAMPLES / "digits_naive_bayes.csv", SAMPLES / "digits_random_forest.csv"
        page = self.check_harmless(page_of(first, second, "--compare"))
        shown = " ".join(page.texts)
        # The names stand above a table of differences, not in each of its rows.
        self.assertIn("digits_random_forest.csv compared with digits_naive_bayes.csv", shown)
        self.assertEqual(page.texts.count("digits_naive_bayes.csv"),
                         page.texts.count("digits_random_forest.csv"))
        self.assertNotIn("Reference", page.texts)
        self.assertEqual(page.count("div", **{"class": "verdict"}), 2)

    def test_profiles_have_their_tables(self):
        sample = SAMPLES / "breast_cancer_logistic.csv"
        for diagram, heading in (("decision", "Net benefit by threshold"),
                                 ("risk-coverage", "Risk by coverage"),
                                 ("ece-by-bins", "ECE by number of bins"),
                                 ("temperature", "NLL and ECE by temperature")):
            with self.subTest(diagram):
                page = self.check_harmless(page_of(sample, "--diagram", diagram))
                self.assertIn(heading, page.texts)
                table = run(sample, "--report", "csv", "--table", diagram, folder=".").splitlines()
                self.assertGreaterEqual(page.count("tr"), len(table))

    def test_no_folders(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            lines = (SAMPLES / "breast_cancer_logistic.csv").read_text().splitlines()
            rows = [line.split(",") for line in lines[1:]]
            label = lines[0].split(",").index("label") if "label" in lines[0].split(",") else 0
            (folder / "labels.csv").write_text("label\n" + "".join(r[label] + "\n" for r in rows))
            (folder / "probs.csv").write_text(
                "probability\n" + "".join(r[1 - label] + "\n" for r in rows))
            text = page_of(folder / "probs.csv", folder / "labels.csv")
            self.assertIn("labels.csv", text)
            self.assertNotIn(str(folder), re.sub(r"<metadata.*?</metadata>", "", text, flags=re.S))

    def test_hostile_names(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = ["label,group<b>," + ",".join('"' + n.replace('"', '""') + '"' for n in HOSTILE)]
            for i in range(60):
                scores = [0.2 if k == i % 10 else 0.8 / 9 for k in range(10)]
                label = '"' + HOSTILE[i * 7 % 10].replace('"', '""') + '"'
                group = '"' + HOSTILE[i % 2].replace('"', '""') + '"'
                lines.append(",".join([label, group, *(f"{s:.6f}" for s in scores)]))
            name = "<img src=x onerror=alert(1)>.csv"
            pathlib.Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")
            run(name, "--column", "group=group<b>", "--export", "page.html", folder=folder)
            text = pathlib.Path(folder, "page.html").read_text(encoding="utf-8")
            page = self.check_harmless(text)
            shown = " ".join(page.texts)
            for hostile in HOSTILE:
                self.assertIn(hostile, shown)
            self.assertNotIn("<img", re.sub(r"<style>.*?</style>", "", text, flags=re.S))

    @unittest.skipUnless(WITH_BROWSER, "with --browser")
    def test_browser(self):
        from selenium import webdriver
        from selenium.webdriver.common.by import By
        from selenium.webdriver.common.keys import Keys

        options = webdriver.ChromeOptions()
        for argument in ("--headless", "--no-sandbox", "--disable-gpu", "--window-size=1100,900"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        sample = SAMPLES / "digits_neural_network.npz"
        filled = sum(b["count"] > 0 for b in report_of(sample)["bins"])
        driver = webdriver.Chrome(options=options)
        try:
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "page.html")
                path.write_text(page_of(sample), encoding="utf-8")
                driver.get(path.as_uri())
                self.assertEqual(driver.get_log("browser"), [])
                sent = [json.loads(entry["message"])["message"]
                        for entry in driver.get_log("performance")]
                asked = [m["params"]["request"]["url"] for m in sent
                         if m["method"] == "Network.requestWillBeSent"]
                self.assertEqual(asked, [path.as_uri()])
                reached = set()
                for _ in range(filled):
                    driver.switch_to.active_element.send_keys(Keys.TAB)
                    focused = driver.switch_to.active_element
                    reached.add(focused.get_attribute("aria-label"))
                    numbers = focused.find_element(By.CSS_SELECTOR, ".numbers")
                    self.assertEqual(numbers.value_of_css_property("visibility"), "visible")
                self.assertEqual(len(reached), filled)
                self.assertFalse(driver.execute_script(
                    "return document.documentElement.scrollWidth > innerWidth"))
        finally:
            driver.quit()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
