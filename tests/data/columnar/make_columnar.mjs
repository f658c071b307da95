// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the Parquet and Arrow files of this folder: two small tables, pairs.csv and triples.csv, in
// the encodings of three writers. All numbers are multiples of 1/128, so that 16 bits hold them.
//   npm install @duckdb/node-api nodejs-polars parquet-wasm@0.8.0 apache-arrow
//   node make_columnar.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import pl from 'nodejs-polars';
import * as arrow from 'apache-arrow';
import * as pw from 'parquet-wasm';

const out = process.argv[2];
const rows = 60;
const indices = Array.from({ length: rows }, (_, i) => i);
// A null probability in every 19th row of pairs_nulls, a null label in one.
const pairs = {
    name: indices.map(i => `image_${String(i).padStart(4, '0')}_é`),
    prob: indices.map(i => ((i * 37) % 127 + 0.5) / 128),
    label: indices.map(i => ((i * 29) % 127 < (i * 37) % 127 ? 1 : 0)),
};
const names = ['ant', 'bee', 'cat'];
const triples = {
    probs: indices.map(i => {
        const a = (i * 11) % 64, b = (i * 7) % 64;
        return [a / 128, b / 128, (128 - a - b) / 128];
    }),
    species: indices.map(i => names[(i * 5) % 7 % 3]),
};
const line = cells => cells.join(',') + '\n';
writeFileSync(`${out}/pairs.csv`, line(Object.keys(pairs)) +
    indices.map(i => line([pairs.name[i], pairs.prob[i], pairs.label[i]])).join(''));
writeFileSync(`${out}/triples.csv`, line([...names.map(n => 'prob_' + n), 'species']) +
    indices.map(i => line([...triples.probs[i], triples.species[i]])).join(''));

// DuckDB
const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
async function duck(file, select, options) {
    await connection.run(`copy (${select}) to '${out}/${file}' (format parquet, ${options})`);
}
const read = `from read_csv('${out}/pairs.csv')`;
const readTriples = `from read_csv('${out}/triples.csv')`;
for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw'])
    await duck(`pairs_${codec}.parquet`, `select * ${read}`, `compression ${codec}`);
await duck('pairs_v2.parquet', `select name, prob, label::BOOLEAN as label ${read}`,
    'parquet_version v2');
await duck('pairs_decimal.parquet', `select prob::DECIMAL(18,8) as prob, label::UTINYINT as label ${read}`,
    'compression snappy');
await duck('pairs_unused.parquet', `select prob, label, [[1, 2], [3]] as nested, map {'a': 1} as m,
    {'x': 1, 'y': 'two'} as s, TIMESTAMP '2026-01-02 03:04:05' as scored_at ${read}`,
    'compression snappy');
await duck('pairs_struct.parquet', `select {'prob': prob, 'label': label} as prediction, name ${read}`,
    'compression snappy');
await duck('triples_columns.parquet', `select * ${readTriples}`, 'compression snappy');
await duck('triples_list.parquet',
    `select [prob_ant, prob_bee, prob_cat]::FLOAT[] as probs, species ${readTriples}`,
    'compression zstd');
mkdirSync(`${out}/pairs_parts.parquet`, { recursive: true });
for (const part of [0, 1, 2])
    await duck(`pairs_parts.parquet/part-${part}.parquet`,
        `select * ${read} limit 20 offset ${20 * part}`, 'compression snappy');

// polars
const frame = pl.DataFrame({ prob: pl.Series('prob', pairs.prob, pl.Float32),
    label: pl.Series('label', pairs.label, pl.Int8) });
frame.writeParquet(`${out}/pairs_polars.parquet`, { compression: 'lz4' });

// arrow-rs
function table(fields) {
    const vectors = fields.map(([, type, values]) => arrow.vectorFromArray(values, type));
    const schema = new arrow.Schema(
        fields.map(([name, type, , nullable = true]) => new arrow.Field(name, type, nullable)));
    const data = arrow.makeData({ type: new arrow.Struct(schema.fields), length: rows,
        nullCount: 0, children: vectors.map(v => v.data[0]) });
    return new arrow.Table(schema, [new arrow.RecordBatch(schema, data)]);
}
function rust(file, fields, configure) {
    const ipc = arrow.tableToIPC(table(fields), 'stream');
    const properties = configure(new pw.WriterPropertiesBuilder()).build();
    writeFileSync(`${out}/${file}`,
        pw.writeParquet(pw.Table.fromIPCStream(ipc), properties));
}
const codec = pw.Compression, encoding = pw.Encoding, v2 = pw.WriterVersion.V2;
const prob = type => ['prob', type, pairs.prob];
const label = type => ['label', type, pairs.label];
rust('pairs_required.parquet',
    [['prob', new arrow.Float64(), pairs.prob, false], ['label', new arrow.Int32(), pairs.label, false]],
    b => b.setDictionaryEnabled(false).setCompression(codec.UNCOMPRESSED));
rust('pairs_page_v2.parquet', [prob(new arrow.Float64()), label(new arrow.Int16())],
    b => b.setWriterVersion(v2).setCompression(codec.SNAPPY));
rust('pairs_delta.parquet',
    [['name', new arrow.Utf8(), pairs.name], prob(new arrow.Float64()), label(new arrow.Int32())],
    b => b.setDictionaryEnabled(false).setColumnEncoding('name', encoding.DELTA_BYTE_ARRAY)
        .setColumnEncoding('prob', encoding.BYTE_STREAM_SPLIT)
        .setColumnEncoding('label', encoding.DELTA_BINARY_PACKED).setWriterVersion(v2)
        .setCompression(codec.ZSTD));
rust('pairs_float16.parquet', [prob(new arrow.Float16()), label(new arrow.Uint8())],
    b => b.setCompression(codec.SNAPPY));
rust('pairs_many_pages.parquet',
    [['name', new arrow.Utf8(), pairs.name], prob(new arrow.Float64()), label(new arrow.Int32())],
    b => b.setDictionaryEnabled(false).setDataPageSizeLimit(64).setWriteBatchSize(4)
        .setMaxRowGroupSize(25).setCompression(codec.LZ4_RAW));
rust('pairs_fallback.parquet', [prob(new arrow.Float64()), label(new arrow.Int32())],
    b => b.setDictionaryPageSizeLimit(64).setDataPageSizeLimit(64).setWriteBatchSize(8)
        .setCompression(codec.GZIP));
const holes = (values, every) => values.map((v, i) => (i % every === every - 1 ? null : v));
rust('pairs_nulls.parquet',
    [['prob', new arrow.Float64(), holes(pairs.prob, 19)], ['label', new arrow.Int32(), holes(pairs.label, 50)]],
    b => b.setWriterVersion(v2).setDataPageSizeLimit(64).setWriteBatchSize(8).setCompression(codec.BROTLI));
const list = type => new arrow.List(new arrow.Field('item', type, true));
rust('triples_fixed.parquet',
    [['probs', new arrow.FixedSizeList(3, new arrow.Field('item', new arrow.Float32(), true)), triples.probs],
     ['species', new arrow.Utf8(), triples.species]],
    b => b.setCompression(codec.SNAPPY));
rust('triples_v2.parquet',
    [['probs', list(new arrow.Float64()), triples.probs], ['species', new arrow.Utf8(), triples.species]],
    b => b.setWriterVersion(v2).setDataPageSizeLimit(64).setWriteBatchSize(4).setCompression(codec.GZIP));
rust('triples_nulls.parquet',
    [['probs', list(new arrow.Float64()),
      triples.probs.map((p, i) => (i === 5 ? null : i === 11 ? [p[0], null, p[2]] : p))],
     ['species', new arrow.Utf8(), triples.species]],
    b => b.setCompression(codec.SNAPPY));
rust('triples_ragged.parquet',
    [['probs', list(new arrow.Float64()), triples.probs.map((p, i) => (i === 40 ? p.slice(0, 2) : p))],
     ['species', new arrow.Utf8(), triples.species]],
    b => b.setCompression(codec.SNAPPY));

// Arrow IPC files, also called Feather version 2
const arrowTable = table([['name', new arrow.Utf8(), pairs.name], prob(new arrow.Float64()),
    label(new arrow.Int32())]);
writeFileSync(`${out}/pairs.arrow`, arrow.tableToIPC(arrowTable, 'file'));
writeFileSync(`${out}/pairs_stream.arrows`, arrow.tableToIPC(arrowTable, 'stream'));
writeFileSync(`${out}/triples.arrow`, arrow.tableToIPC(table([
    ['probs', new arrow.FixedSizeList(3, new arrow.Field('item', new arrow.Float32(), true)), triples.probs],
    ['species', new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), triples.species]]), 'file'));
writeFileSync(`${out}/triples_nulls.arrow`, arrow.tableToIPC(table([
    ['probs', list(new arrow.Float64()),
     triples.probs.map((p, i) => (i === 5 ? null : i === 11 ? [p[0], null, p[2]] : p))],
    ['species', new arrow.Utf8(), triples.species]]), 'file'));
for (const compression of ['uncompressed', 'lz4', 'zstd'])
    pl.readCSV(`${out}/pairs.csv`).writeIPC(`${out}/pairs_polars_${compression}.arrow`, { compression });
