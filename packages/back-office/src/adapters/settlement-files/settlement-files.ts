import { createHash } from 'node:crypto'
import { accessSync, constants, createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EntryRead, FormatSummary, FormatTerms, SettlementFiles } from '../../reconciliation/settlement-files.ts'
import { checkColumns, createEntryReader, type MarketTerms } from './entries.ts'
import type { FileFormat } from './file-format.ts'
import { FileFault, type RawRow } from './raw-rows.ts'
import { readCamt } from './read-camt.ts'
import { readColumns } from './read-columns.ts'
import { readCsv } from './read-csv.ts'
import { readMt940 } from './read-mt940.ts'
import { readText } from './read-text.ts'
import { readXml } from './read-xml.ts'
import { StatementSums } from './statement-sums.ts'

function readRows(text: AsyncIterable<string>, { file }: FileFormat): AsyncIterable<RawRow> {
  if (file.kind === 'csv') return readCsv(text, file)
  if (file.kind === 'columns') return readColumns(text, file)
  if (file.kind === 'xml') return readXml(text, file)
  return file.kind === 'camt' ? readCamt(text) : readMt940(text)
}

const isXml = ({ file }: FileFormat) => file.kind === 'xml' || file.kind === 'camt'

function assertIsReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw new Error(`There is no file ${file}, or it cannot be read`, { cause: error })
  }
}

interface Opened {
  readonly sums: StatementSums
  readonly file: string
  readonly format: FileFormat
  /** Returns the digest of all bytes, before they were read as rows. */
  readonly digest: () => string | undefined
}

/** An entry that could not be read has moved money too; one that is skipped has not. */
const isMoved = (found: EntryRead) => !('unread' in found) || found.unread.message !== undefined

interface SettlementFilesOptions {
  readonly formats: readonly FileFormat[]
  readonly market: MarketTerms
  readonly mostBytes?: number
}

const usualMostBytes = 1_000_000_000

const termsOf = ({ name, ...format }: FileFormat): FormatTerms => ({
  counterpart: format.counterpart,
  source: format.source,
  gateways: format.gateways,
  lateAfterDays: format.lateAfterDays,
  sharedAccount: format.sharedAccount,
  format: name,
})

export function createSettlementFiles(options: SettlementFilesOptions): SettlementFiles {
  const { formats, market, mostBytes = usualMostBytes } = options

  async function* read({ file, format, digest, sums }: Opened): AsyncGenerator<EntryRead> {
    const hash = createHash('sha256')
    const text = readText(file, { encoding: format.file.encoding, isXml: isXml(format), mostBytes, digest: hash })
    const readEntry = createEntryReader({ format, market })
    let isChecked = false
    for await (const row of readRows(text, format)) {
      if (row.isBalance) {
        sums.addBalance(row)
        continue
      }
      if (!isChecked && row.outside === undefined && row.fault === undefined) {
        checkColumns(format, row)
        isChecked = true
      }
      const found = readEntry(row)
      if (isMoved(found)) sums.addEntry(row)
      yield found
    }
    const before = digest()
    if (before !== undefined && before !== hash.digest('hex')) throw new FileFault(1, 'the file was changed meanwhile')
  }

  async function* readToFault(opened: Opened): AsyncGenerator<EntryRead> {
    try {
      yield* read(opened)
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      yield { fault: { line: error.line, message: error.message } }
    }
  }

  return {
    formats: formats.map(
      (format): FormatSummary => ({ ...termsOf(format), title: format.title, verified: format.verified }),
    ),

    open(file, name) {
      const format = formats.find((one) => one.name === name)
      if (format === undefined) return undefined
      assertIsReadable(file)
      let digest: string | undefined
      const sums = new StatementSums({ format, market })
      return {
        terms: termsOf(format),
        name: path.basename(file),
        entries: readToFault({ file, format, digest: () => digest, sums }),
        async digest() {
          const hash = createHash('sha256')
          await pipeline(createReadStream(file), hash)
          digest = hash.digest('hex')
          return digest
        },
        isComplete: () => true,
        balances: () => sums.balances(),
      }
    },
  }
}
