import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readCommand } from '../../scripts/command.mjs'
import { root } from '../../scripts/run.mjs'
import { tables, withTable } from './tables.ts'

readCommand({
  name: 'npm run bench -- tables',
  about: 'Writes the results in bench/results into the tables of docs/performance.md and docs/reliability.md.',
})

for (const [document, table] of Object.entries(tables)) {
  const file = path.join(root, document)
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), table()))
}
