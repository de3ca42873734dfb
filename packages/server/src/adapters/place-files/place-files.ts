import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isTechnology } from '@nyanja/domain/places/coverage'
import { shopTexts } from '@nyanja/domain/places/shop'
import { CsvError, parse } from 'csv-parse'
import { z } from 'zod'
import type { Bounds } from '../../places/check-places.ts'
import type { FoundRow, FoundTable, PlaceSource, PlaceTableName } from '../../places/place-source.ts'
import type { Site, SiteSource } from '../../places/site-map.ts'
import { watchFolder } from '../watch-folder.ts'
import { point, type RowOptions, type RowRule, rowRules, text } from './row-rules.ts'

const Parsed = z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) })

/** Yields to other requests while reading: a table may have a hundred thousand lines. */
export async function readTable<Row>(
  file: string,
  { columns, schema, faultOfColumn }: RowRule<Row>,
): Promise<FoundTable<Row>> {
  const name = path.basename(file)
  const first = await firstLine(file)
  const delimiter = delimiterOf(first)
  const heads = headsOf(first, delimiter)
  const missing = columns.filter((column) => !heads.includes(column)).map((column) => `there is no column ${column}`)
  const wrong = [...missing, ...heads.flatMap((column) => faultOfColumn?.(column) ?? [])]
  if (wrong.length > 0) return { rows: [], faults: wrong.map((fault) => `${name}: ${fault}`) }

  const rows: FoundRow<Row>[] = []
  const faults: string[] = []
  const parser = parse({
    bom: true,
    delimiter,
    columns: (heads: string[]) => heads.map((head) => head.trim()),
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    info: true,
  })
  // The parser's reader receives the errors as exceptions.
  void pipeline(createReadStream(file), parser).catch(() => {})
  try {
    for await (const parsed of parser) {
      const { record, info } = Parsed.parse(parsed)
      const read = schema.safeParse(record)
      if (read.success) rows.push({ line: info.lines, row: read.data })
      else faults.push(...faultsOf(read.error, `${name}, line ${info.lines}`))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    faults.push(textsOf(error, name))
  }
  return { rows, faults }
}

const textsOf = ({ code, lines, message }: CsvError, name: string) =>
  code === 'CSV_RECORD_INCONSISTENT_COLUMNS'
    ? `${name}, line ${lines}: another number of columns than in the first line. Is a text with a comma in quotes?`
    : `${name}: ${message}`

function faultsOf({ issues }: z.core.$ZodError, place: string): string[] {
  return issues.map(({ path: keys, message }) => `${place}: ${String(keys[0])} ${message}`)
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file)
  try {
    for await (const line of handle.readLines()) return line.replace('\uFEFF', '')
    return ''
  } finally {
    await handle.close()
  }
}

/** Spreadsheets in languages with a decimal comma write semicolons. */
const delimiterOf = (heads: string) => (heads.includes(';') ? ';' : ',')

const headsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((head) => head.trim().replaceAll('"', ''))

/** Changing this rereads the rows of unchanged files, as a change of a shop's texts does. */
const format = `3 ${JSON.stringify(shopTexts)}`

interface PlaceFilesOptions extends RowOptions {
  /** The folder with a CSV file for each table. */
  readonly folder: string
}

export function createPlaceFiles({ folder, ...options }: PlaceFilesOptions): PlaceSource {
  const rules = rowRules(options)
  const fileOf = (table: PlaceTableName) => path.join(folder, `${table}.csv`)

  return {
    async version(table) {
      if (!existsSync(fileOf(table))) return undefined
      const hash = createHash('sha256').update(`${format}\n`)
      await pipeline(createReadStream(fileOf(table)), hash)
      return hash.digest('base64url').slice(0, 22)
    },

    read: (table) => readTable(fileOf(table), rules[table]),

    watch: (changed) => (existsSync(folder) ? watchFolder(folder, changed) : () => {}),
  }
}

const file = 'sites.csv'

interface SiteFilesOptions {
  /** The folder with the list as a CSV file. */
  readonly folder: string
  readonly bounds: Bounds
}

/** Reads sites from the operator's network planning: one per line, technologies as `2G|3G|4G`. */
export function createSiteFiles({ folder, bounds }: SiteFilesOptions): SiteSource {
  const rule = { columns: ['title', 'latitude', 'longitude', 'technologies', 'checked'], schema: siteRule(bounds) }
  const place = path.join(folder, file)

  return {
    async read() {
      if (!existsSync(place)) return undefined
      const { rows, faults } = await readTable(place, rule)
      return { sites: rows.map(({ row }) => row), faults }
    },

    watch: (changed) => (existsSync(folder) ? watchFolder(folder, changed) : () => {}),
  }
}

const technologies = z.string().transform((written, context) => {
  const named = written.split('|').map((one) => one.trim().toLowerCase())
  const known = named.filter(isTechnology)
  if (known.length > 0 && known.length === named.length) return known
  context.addIssue(`“${written}” is not of 2G, 3G, 4G and 5G, with | between them`)
  return z.NEVER
})

const calendarDay = z
  .string()
  .refine((written) => /^\d{4}-\d{2}-\d{2}$/.test(written) && Number.isFinite(Date.parse(written)), {
    error: 'is no day such as 2026-11-15',
  })

function siteRule({ south, west, north, east }: Bounds) {
  return z
    .object({ title: text(80), ...point, technologies, checked: calendarDay })
    .refine(
      ({ latitude, longitude }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
      {
        path: ['latitude'],
        error: 'and longitude lie outside the country: is a minus sign missing, or are they in the wrong order?',
      },
    )
    .transform(({ checked, ...site }): Site => ({ ...site, checkedOn: checked }))
}
