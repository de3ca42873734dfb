import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { computedClosing } from '@nyanja/domain/reconciliation/records'
import { onTestFinished } from 'vitest'
import { FileFormat } from './file-format.ts'
import { loadFormats } from './load-formats.ts'
import { createSettlementFiles } from './settlement-files.ts'

// The cases are files that banks and providers really send, with invented names and numbers.
const market = { zone: 'Africa/Blantyre', currency: 'MWK' } as const
const cases = path.join(import.meta.dirname, 'cases')

export const caseOf = (name: string) => readFileSync(path.join(cases, name))
export const formatOf = (name: string) => (name.endsWith('.xml') ? 'camt053' : 'mt940')

export const descriptionOf = (name: string): FileFormat =>
  FileFormat.parse(JSON.parse(readFileSync(path.join(cases, 'descriptions', `${name}.json`), 'utf8')))

/** Writes each entry in short, and whether the entries give the closing balance. */
export async function readInShort(content: Buffer | string, format: string, formats = loadFormats()) {
  const folder = mkdtempSync(path.join(tmpdir(), 'statement-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'statement')
  writeFileSync(file, content)
  const reading = createSettlementFiles({ formats, market }).open(file, format)
  if (reading === undefined) throw new Error(`There is no format ${format}`)
  const rows: string[] = []
  for await (const one of reading.entries) {
    if ('fault' in one) rows.push(`line ${one.fault.line}: ${one.fault.message}`)
    else if ('entry' in one) {
      const { kind, day, amount, otherNames = [] } = one.entry
      rows.push([kind, day, amount?.currency, amount && amount.minor / 100, ...otherNames].join(' '))
    }
  }
  const differences = reading.balances().filter((balance) => computedClosing(balance).minor !== balance.closing.minor)
  return { rows, isBalanced: differences.length === 0 && reading.balances().length > 0 }
}
