// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the statements SETUP..., then writes the answer to the statement in the file QUERY as CSV.
// Usage: node duckdb_query.mjs QUERY OUT [SETUP...]
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const [query, out, ...setup] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
for (const statement of setup) await connection.run(statement);
const start = performance.now();
await connection.run(`COPY (${readFileSync(query, 'utf8')}) TO '${out}' (FORMAT csv, HEADER)`);
console.log((performance.now() - start) / 1000);
