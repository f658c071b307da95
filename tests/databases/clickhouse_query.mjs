// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the statements SETUP..., then writes the answer to the statement in the file QUERY as CSV.
// Usage: node clickhouse_query.mjs QUERY OUT FOLDER [SETUP...]
import { readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'chdb';

const [query, out, folder, ...setup] = process.argv.slice(2);
const session = new Session(folder);
for (const statement of setup) session.query(statement, 'CSV');
const start = performance.now();
writeFileSync(out, session.query(readFileSync(query, 'utf8'), 'CSVWithNames'));
console.log((performance.now() - start) / 1000);
session.cleanup();
