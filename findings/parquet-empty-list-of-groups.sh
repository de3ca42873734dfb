#!/bin/sh
# hyparquet-writer 0.17.0 (npm) writes a table without rows as a Parquet file whose list of row groups has an element
# type of 0 in its Thrift header, where a list of structures has 12: it infers the type from the first element. Its own
# reader hyparquet 1.31.5 and DuckDB (@duckdb/node-api 1.5.6-r.1) read the file as no rows; arrow-rs (parquet-wasm 0.8.0)
# refuses it: "Expected list element type of Struct but got Byte". A file with one row is read by all three.
set -eu
folder=$(mktemp -d /tmp/finding-XXXXXX)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . hyparquet-writer@0.17.0 hyparquet@1.31.5 @duckdb/node-api@1.5.6-r.1 parquet-wasm@0.8.0
cat > try.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
import * as wasm from 'parquet-wasm/esm'

await wasm.default({ module_or_path: readFileSync('node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm') })
const connection = await (await DuckDBInstance.create()).connect()
for (const data of [[], ['one']]) {
  const buffer = parquetWriteBuffer({ columnData: [{ name: 'name', data, type: 'STRING' }] })
  writeFileSync('file.parquet', new Uint8Array(buffer))
  const duck = await connection.runAndReadAll(`select count(*) from 'file.parquet'`)
  let rust
  try {
    rust = `${wasm.readParquet(new Uint8Array(buffer)).recordBatches().length >= 0 ? 'read' : ''}`
  } catch (error) {
    rust = String(error).replace(/^.*error: /i, '')
  }
  console.log(`rows ${data.length}: hyparquet ${(await parquetReadObjects({ file: buffer })).length}, DuckDB ${duck.getRowsJson()[0][0]}, arrow-rs ${rust}`)
}
JS
node try.mjs > out
cat out
grep -qx 'rows 0: hyparquet 0, DuckDB 0, arrow-rs Expected list element type of Struct but got Byte' out
grep -qx 'rows 1: hyparquet 1, DuckDB 1, arrow-rs read' out
