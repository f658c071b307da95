#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parses the statements for the engines that cannot be had here. They are not run.

Usage: dialects_test.py DIAGONAL
"""
import subprocess
import sys

import sqlglot
from sqlglot import expressions

DIALECTS = {"trino": "trino", "spark": "spark", "bigquery": "bigquery", "snowflake": "snowflake"}
QUESTIONS = {
    "probability": ["--column", "probability=p", "--column", "label=y"],
    "groups": ["--column", "probability=p", "--column", "label=y", "--column", "group=site",
               "--positive", "it's", "--view", "top-label", "--temperature", "1.5"],
    "logits": ["--column", "score=logit_cat", "--column", "score=logit_dog", "--column",
               "label=truth", "--scores", "logits", "--temperature", "2"],
    "probabilities": ["--column", "score=p_cat", "--column", "score=p_dog", "--column",
                      "label=truth", "--scores", "probabilities", "--column", "weight=w"],
    "importance": ["--column", "probability=p", "--column", "label=y", "--column", "weight=w",
                   "--weights", "importance", "--view", "class=0"],
    "confidence": ["--column", "confidence=c", "--column", "correct=ok"],
    "array": ["--column", "score=scores", "--column", "label=y", "--scores", "logits"],
    "array of probabilities": ["--column", "score=scores", "--column", "label=y", "--scores",
                               "probabilities", "--view", "class=2"],
    "temperatures": ["--column", "score=a", "--column", "score=b", "--column", "score=c",
                     "--column", "label=y", "--scores", "logits", "--temperatures"],
    "logit": ["--column", "probability=z", "--column", "label=y", "--scores", "logits",
              "--temperature", "1.3"],
}
OUTPUT = ["j", "side", "n", "correct", "excess", "cc", "ca", "nll", "impossible"]


def main(diagonal):
    for engine, dialect in DIALECTS.items():
        for name, question in QUESTIONS.items():
            sql = subprocess.run([diagonal, "--print-sql", engine, "--from", "my.preds", *question],
                                 capture_output=True, text=True, check=True).stdout
            statements = sqlglot.parse(sql, read=dialect)
            assert len(statements) == 1, (engine, name)
            statement = statements[0]
            assert isinstance(statement, expressions.Union), (engine, name, type(statement))
            first = statement
            while isinstance(first, expressions.Union):
                first = first.this
            names = [select.alias_or_name for select in first.selects]
            assert names[:len(OUTPUT)] == OUTPUT and names[-1] == "about", (engine, name, names)
            tables = {table.name for table in statement.find_all(expressions.Table)}
            assert "preds" in tables, (engine, name, tables)
    print(f"{len(DIALECTS)} dialects read {len(QUESTIONS)} statements each")


if __name__ == "__main__":
    main(*sys.argv[1:])
