#!/bin/sh
# A Parquet column of INT64 with the converted type TIMESTAMP_MILLIS and no logical type: the format says that it is the
# same as a TIMESTAMP adjusted to UTC. arrow-rs (parquet-wasm 0.8.0) reads Timestamp<MILLISECOND, UTC>; DuckDB
# (@duckdb/node-api 1.5.6-r.1) reads TIMESTAMP without a zone, and with the logical type beside it TIMESTAMP WITH TIME
# ZONE. Written by hyparquet-writer 0.17.0, which takes both.
set -eu
folder=$(mktemp -d /tmp/finding-XXXXXX)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . hyparquet-writer@0.17.0 @duckdb/node-api@1.5.6-r.1 \
  parquet-wasm@0.8.0 apache-arrow@21.2.0
cat > try.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC } from 'apache-arrow'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import * as wasm from 'parquet-wasm/esm'

await wasm.default({ module_or_path: readFileSync('node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm') })
const connection = await (await DuckDBInstance.create()).connect()
const logical = { logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } }
for (const [name, more] of Object.entries({ converted: {}, logical })) {
  const writer = new ByteWriter()
  const column = { name: 'at', type: 'INT64', repetition_type: 'OPTIONAL', converted_type: 'TIMESTAMP_MILLIS', ...more }
  const parquet = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: 1 }, column] })
  await parquet.write({ columnData: [{ name: 'at', data: [1_700_000_000_000n] }] })
  await parquet.finish()
  const bytes = writer.getBytes()
  writeFileSync('file.parquet', bytes)
  const duck = await connection.runAndReadAll(`select typeof("at") from 'file.parquet'`)
  const rust = tableFromIPC(wasm.readParquet(new Uint8Array(bytes)).intoIPCStream()).schema.fields[0].type
  console.log(`${name}: DuckDB ${duck.getRowsJson()[0][0]}, arrow-rs ${rust}`)
}
JS
node try.mjs > out
cat out
grep -qx 'converted: DuckDB TIMESTAMP, arrow-rs Timestamp<MILLISECOND, UTC>' out
grep -qx 'logical: DuckDB TIMESTAMP WITH TIME ZONE, arrow-rs Timestamp<MILLISECOND, UTC>' out
