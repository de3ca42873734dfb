import assert from 'node:assert/strict'
import { exportNames } from '@nyanja/domain/finance/export-names'
import { money } from '@nyanja/domain/money/money'
import { toCsvLine } from '@nyanja/server/common/csv'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { type Cell, type ExportTable, fileFormats } from './export-formats.ts'
import { Exports } from './exports.ts'

const range = { from: '2026-11-01', to: '2026-11-30' } as const

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

async function* rowsOf(count: number, text: string): AsyncGenerator<readonly Cell[]> {
  for (let index = 0; index < count; index += 1)
    yield [text, index, money('MWK', -150 - index), index === 0 ? undefined : index * 1_000]
}

const tableOf = (count: number, text = 'dpo'): ExportTable => ({
  columns: [
    { name: 'gateway', type: 'text' },
    { name: 'payments', type: 'integer' },
    { name: 'amount', type: 'money' },
    { name: 'at', type: 'time' },
  ],
  rows: rowsOf(count, text),
})

describe('a line of CSV', () => {
  it('makes no text a formula, and leaves every number a number', () => {
    const texts = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a', '1', ' ') })
    fc.assert(
      fc.property(texts, fc.integer(), (text, number) => {
        const [row]: string[][] = parse(toCsvLine([text, number]), { relaxColumnCount: true })
        expect(row?.[0]).not.toMatch(/^[=+\-@\t\r]/)
        expect([text, `'${text}`]).toContain(row?.[0])
        expect(row?.[1]).toBe(String(number))
      }),
    )
  })

  it.each([
    [['=1+1', 5], "'=1+1,5\r\n"],
    [['@SUM(A1)', -5], "'@SUM(A1),-5\r\n"],
    [['Blantyre, "City"', undefined], '"Blantyre, ""City""",\r\n'],
    [['\t=1', 0.5], "'\t=1,0.5\r\n"],
  ])('writes %j as %j', (cells, line) => {
    expect(toCsvLine(cells)).toBe(line)
  })
})

describe('an export', () => {
  it('is CSV with money in major units and times in UTC', async () => {
    const text = (await collect(fileFormats.csv.write(tableOf(2, '=dpo')))).toString()
    expect(text).toBe("gateway,payments,amount,at\r\n'=dpo,0,-1.5,\r\n'=dpo,1,-1.51,1970-01-01T00:00:01.000Z\r\n")
  })

  it('is CSV with a decimal comma for offices whose spreadsheets expect it, in an encoding that they recognise', async () => {
    const text = (await collect(fileFormats['csv-comma'].write(tableOf(2, 'a;b, c')))).toString()
    expect(text).toBe(
      '\uFEFFgateway;payments;amount;at\r\n"a;b, c";0;-1,5;\r\n"a;b, c";1;-1,51;1970-01-01T00:00:01.000Z\r\n',
    )
  })

  it('is Parquet with exact decimals, in row groups that are written one by one', async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of fileFormats.parquet.write(tableOf(25_000))) chunks.push(chunk)
    expect(chunks).toHaveLength(4)
    const { buffer, byteOffset, byteLength } = new Uint8Array(Buffer.concat(chunks))
    const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) })
    expect(rows).toHaveLength(25_000)
    expect(rows[0]).toEqual({ gateway: 'dpo', payments: 0n, amount: -1.5, at: null })
    expect(rows.at(-1)).toEqual({ gateway: 'dpo', payments: 24_999n, amount: -251.49, at: new Date(24_999_000) })
  })

  it('without rows is a valid file', async () => {
    expect((await collect(fileFormats.csv.write(tableOf(0)))).toString()).toBe('gateway,payments,amount,at\r\n')
    const bytes = await collect(fileFormats.parquet.write(tableOf(0)))
    expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toEqual([])
    // The bytes are a list of structures: arrow-rs needs it to accept that there are no row groups.
    expect(bytes.includes(Buffer.of(0x16, 0, 0x19, 0x0c))).toBe(true)
  })

  it('is Parquet whose times have a zone, and whose days are dates', async () => {
    async function* rows() {
      yield [Date.UTC(2026, 10, 20, 22, 30), '2026-11-21'] as const
      yield [undefined, undefined] as const
    }
    const columns = [
      { name: 'at', type: 'time' },
      { name: 'day', type: 'day' },
    ] as const
    const bytes = new Uint8Array(await collect(fileFormats.parquet.write({ columns, rows: rows() }))).buffer
    const { schema } = parquetMetadata(bytes)
    expect(schema.slice(1).map(({ logical_type }) => logical_type)).toEqual([
      { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      { type: 'DATE' },
    ])
    expect(await parquetReadObjects({ file: bytes })).toEqual([
      { at: new Date('2026-11-20T22:30:00Z'), day: new Date('2026-11-21T00:00:00Z') },
      { at: null, day: null },
    ])
  })

  function openExports(captured: number, lastDay: string | null = '2026-12-31') {
    const none = async () => []
    const never = async function* () {}
    return new Exports({
      closes: {
        figures: none,
        journal: never,
        countCaptures: async () => captured,
        lastDay: async () => lastDay ?? undefined,
      },
      reports: { sales: none, conversion: none, failures: none, deliveryTimes: none },
      payments: { captured: never },
      terms: { timeZone: 'Africa/Blantyre', fees: {}, names: new Map() },
    })
  }

  it('of payments is limited in days and in payments', async () => {
    const wanted = { name: 'payments', format: 'csv' } as const
    const year = { from: '2026-01-01', to: '2026-12-31' }
    expect(await openExports(5).open({ ...wanted, range: year })).toEqual({ outcome: 'too_many_days', mostDays: 31 })
    expect(await openExports(2_000_000).open({ ...wanted, range })).toMatchObject({ outcome: 'too_many_payments' })
    expect(await openExports(5).open({ ...wanted, range })).toMatchObject({
      ...{ outcome: 'ready', fileName: 'payments-2026-11-01-2026-11-30.csv' },
    })
    expect(await openExports(5).open({ ...wanted, format: 'csv-comma', range })).toMatchObject({
      fileName: 'payments-2026-11-01-2026-11-30-comma.csv',
    })
  })

  it('covers closed days only, and names the last one', async () => {
    const wanted = { name: 'journal', format: 'csv', range } as const
    expect(await openExports(5, '2026-11-29').open(wanted)).toEqual({ outcome: 'not_closed', lastDay: '2026-11-29' })
    expect(await openExports(5, null).open(wanted)).toEqual({ outcome: 'none_closed' })
    expect(await openExports(5, '2026-11-30').open(wanted)).toMatchObject({ outcome: 'ready' })
  })

  it('refuses a third export while a process writes two, and admits it once a reader has left', async () => {
    const exports = openExports(5)
    const begin = async () => {
      const result = await exports.open({ name: 'journal', format: 'csv', range })
      if (result.outcome !== 'ready') return undefined
      const reader = result.chunks[Symbol.asyncIterator]()
      await reader.next()
      return reader
    }
    const [first] = [await begin(), await begin()]
    expect(await begin()).toBeUndefined()
    await first?.return?.()
    expect(await begin()).toBeDefined()
  })

  it.each(exportNames)('of %s has a heading for each cell', async (name) => {
    const result = await openExports(5).open({ name, format: 'csv', range })
    assert.equal(result.outcome, 'ready')
    if (result.outcome === 'ready') expect((await collect(result.chunks)).toString()).toMatch(/^[a-z0-9_,]+\r\n$/)
  })
})
