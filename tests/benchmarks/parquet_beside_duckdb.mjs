// SPDX-License-Identifier: GPL-3.0-or-later
// Times Diagonal on a Parquet file beside DuckDB that reads the same columns, in turns.
//   npm install @duckdb/node-api        (in a folder of its own; copy this file there)
//   node parquet_beside_duckdb.mjs BUILD [ROWS COLUMNS]        (built with -DBUILD_BENCHMARKS=ON)
// DuckDB writes ROWS x COLUMNS float32 and a label with Snappy, then both read it on one processor
// (taskset). Diagonal: reading alone, in a new process each time, into checked predictions in rows
// (`one_size`), and the whole process with `--report csv`. DuckDB: the query alone, in one process:
// fetched as vectors that are dropped, and into a table. Both must agree on the accuracy. Prints a
// Markdown table: medians and smallest times of ROUNDS turns, as multiples of Diagonal's reading.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const ROUNDS = 7;
const [build, rows = '50000', columns = '1000'] = process.argv.slice(2);
if (!build) throw new Error('usage: node parquet_beside_duckdb.mjs BUILD [ROWS COLUMNS]');
const folder = mkdtempSync('/var/tmp/parquet_');
const file = join(folder, 'wide.parquet');
const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
const query = async text => (await connection.runAndReadAll(text)).getRows();

function diagonal(cpus) {
    const start = performance.now();
    const out = execFileSync('taskset',
        ['-c', cpus, join(build, 'app/diagonal'), file, '--report', 'csv'], { encoding: 'utf8' });
    return [performance.now() - start, out];
}
function reading() {
    return JSON.parse(execFileSync('taskset',
        ['-c', '0', join(build, 'tests/benchmarks/one_size'), file], { encoding: 'utf8' })).read;
}
async function fetched() {
    const start = performance.now();
    const result = await connection.run(`select * from read_parquet('${file}')`);
    for (let left = Number(rows); left > 0;)
        left -= (await result.fetchChunk()).rowCount;
    return performance.now() - start;
}
async function intoTable() {
    const start = performance.now();
    await connection.run(`create or replace table t as select * from read_parquet('${file}')`);
    return performance.now() - start;
}
const median = times => [...times].sort((a, b) => a - b)[times.length >> 1];

try {
    const names = Array.from({ length: Number(columns) }, (_, k) => `c${k}`);
    await connection.run(`copy (select (random() * ${columns})::INT % ${columns} as label, ${
        names.map(name => `(random() * 8)::FLOAT as ${name}`).join(', ')} from range(${rows}))
        to '${file}' (format parquet, compression snappy)`);
    const [[accuracy]] = await query(`select avg((list_position([${names}],
        greatest(${names})) - 1 = label)::INT) from read_parquet('${file}')`);
    const bins = diagonal('0')[1].trim().split('\n').slice(1).map(line => line.split(','));
    const correct = bins.reduce((sum, bin) => sum + bin[4] * (bin[6] || 0), 0);
    const found = correct / bins.reduce((sum, bin) => sum + Number(bin[4]), 0);
    if (Math.abs(found - accuracy) > 1e-9) throw new Error(`accuracy ${found}, not ${accuracy}`);
    const times = { reading: [], one: [], two: [], fetched: [], table: [] };
    for (let round = 0; round < ROUNDS; ++round) {
        times.reading.push(reading());
        times.one.push(diagonal('0')[0]);
        times.fetched.push(await fetched());
        times.table.push(await intoTable());
        times.two.push(diagonal('0,1')[0]);
    }
    const cell = all => {
        const ratio = how => (how(all) / how(times.reading)).toFixed(1);
        const least = list => Math.min(...list);
        return `${median(all).toFixed(0)} ms (${ratio(median)} x; least ${
            least(all).toFixed(0)} ms, ${ratio(least)} x)`;
    };
    const [[version]] = await query('select version()');
    const megabytes = (statSync(file).size / 1e6).toFixed(0);
    console.log(`| Parquet, ${rows} x ${columns} float32, Snappy, ${megabytes} MB | Time |\n|---|---|`);
    console.log(`| Diagonal, reading, one thread | ${cell(times.reading)} |`);
    console.log(`| whole process, one processor | ${cell(times.one)} |`);
    console.log(`| the same, two processors | ${cell(times.two)} |`);
    console.log(`| DuckDB ${version}, one thread, fetched | ${cell(times.fetched)} |`);
    console.log(`| the same, into a table | ${cell(times.table)} |`);
} finally {
    rmSync(folder, { recursive: true });
}
