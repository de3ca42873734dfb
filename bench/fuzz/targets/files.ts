import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileFormat } from '@nyanja/back-office/adapters/settlement-files/file-format'
import { loadFormats } from '@nyanja/back-office/adapters/settlement-files/load-formats'
import { createSettlementFiles } from '@nyanja/back-office/adapters/settlement-files/settlement-files'
import { createPlaceFiles, createSiteFiles } from '@nyanja/server/adapters/place-files/place-files'
import { bytesLike, textsLike } from '../inputs.ts'
import type { Target } from '../target.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** The limit is for one file that a reader takes from disk. */
const pathOf = (name: string) => path.join(folder, name)

const formats = loadFormats()
const settlements = createSettlementFiles({
  formats,
  market: { zone: 'Africa/Blantyre', currency: 'MWK' },
  mostBytes: 200_000,
})

const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>S</Id><Acct><Id><Othr><Id>1001</Id></Othr></Id><Ccy>MWK</Ccy></Acct>
<Ntry><Amt Ccy="MWK">8000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>
<AcctSvcrRef>B-1</AcctSvcrRef><NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="MWK">5000.00</Amt></TxAmt></AmtDtls>
<RltdPties><Dbtr><Nm>DPO PAY &amp; CO</Nm></Dbtr></RltdPties><RmtInf><Ustrd>SETTLEMENT DPO-20261119</Ustrd></RmtInf></TxDtls>
<TxDtls><AmtDtls><TxAmt><Amt Ccy="MWK">3000.00</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`

const message = `:20:START
:25:1001
:28C:1/1
:60F:C261119MWK1000,00
:61:2611201120C1500,00NTRFREF-1//BANK-1
DPO 20261119
:86:SETTLEMENT DPO-20261119
PAYSTACK
:61:261120RD20,5FCHGNONREF
:62F:C261120MWK2500,00
-`

/** Makes a row of each kind that the description of a table has, under its heading. */
function tableOf({ file, fields, rows, dates }: FileFormat): string {
  if (file.kind !== 'csv') throw new Error('not a table')
  const read = Object.entries(fields).flatMap(([name, field]) =>
    field === undefined || Array.isArray(field) ? [] : field.from.map((column) => ({ name, column })),
  )
  const heads = [
    ...new Set([...file.header, ...read.map(({ column }) => column), ...rows.flatMap((rule) => Object.keys(rule.if))]),
  ]
  const day = dates[0] === 'ISO' ? '2026-11-20T10:00:00' : '2026-11-20 10:00:00'
  const cellOf = (head: string, kinds: (typeof rows)[number]): string => {
    const [text] = kinds.if[head]?.texts ?? []
    if (text !== undefined) return text
    const name = read.find(({ column }) => column === head)?.name ?? ''
    if (/at$/i.test(name)) return day
    if (name === 'currency') return 'MWK'
    return /amount|fee|net/.test(name) ? '5000.00' : 'REF-100200'
  }
  const lines = [heads, ...rows.map((rule) => heads.map((head) => cellOf(head, rule)))]
  const ended = file.end === undefined ? [] : [file.end.slice(0, 1)]
  return `${[...lines, ...ended].map((cells) => cells.join(file.delimiter)).join('\n')}\n`
}

/** Makes a row of each kind in columns of fixed width. */
function columnsOf({ file, rows, dates, fields }: FileFormat): string {
  if (file.kind !== 'columns') throw new Error('has no columns')
  const currencyColumns: readonly string[] = fields.currency.from
  const dateColumns: readonly string[] = [...(fields.at.from ?? []), ...(fields.payoutAt?.from ?? [])]
  const cellOf = (column: string, { if: conditions }: (typeof rows)[number]) => {
    const [text] = conditions[column]?.texts ?? []
    if (text !== undefined) return text
    if (dateColumns.includes(column))
      return (dates[0] ?? '').replace('YYYY', '2026').replace('MM', '11').replace('DD', '20')
    if (currencyColumns.includes(column)) return 'MWK'
    return /amount|fee|net/.test(column) ? '500000' : 'REF-100200'
  }
  const width = Math.max(...Object.values(file.columns).map(([, to]) => to))
  const lines = rows.map((rule) => {
    const places = [...file.rowsBegin.padEnd(width)]
    for (const [column, [from, to]] of Object.entries(file.columns))
      places.splice(from - 1, to - from + 1, ...cellOf(column, rule).padEnd(to - from + 1))
    return places.join('')
  })
  return `${[...lines, file.end?.[0] ?? ''].join('\n')}\n`
}

function sampleOf(format: FileFormat): string {
  if (format.file.kind === 'camt') return statement
  if (format.file.kind === 'columns') return columnsOf(format)
  return format.file.kind === 'mt940' ? message : tableOf(format)
}

const thousandsOf: Readonly<Record<string, number>> = { camt: 150, mt940: 150 }

/** Feeds every shipped description with files of its kind and of others. */
const settlementFiles: readonly Target[] = formats.map((format) => {
  const file = pathOf(`settlement-${format.name}`)
  const samples = [Buffer.from(sampleOf(format)), Buffer.from(`\ufeff${sampleOf(format)}`, 'utf16le')]
  return {
    name: `settlement file ${format.name}`,
    thousands: thousandsOf[format.file.kind] ?? 60,
    inputs: bytesLike(...samples),
    async read(input: Buffer) {
      writeFileSync(file, input)
      for await (const one of settlements.open(file, format.name)?.entries ?? []) {
        if ('entry' in one && !/^\d{4}-\d\d-\d\d$/.test(one.entry.day)) throw new Error('an entry of no day')
      }
    },
  }
})

const places = { folder, phoneDigits: 9, translations: ['sw'] }
const placeFiles = createPlaceFiles(places)
const siteFiles = createSiteFiles({ ...places, bounds: { south: -18, west: 32, north: -9, east: 36 } })

const placeTables = {
  districts: 'id,name,region,latitude,longitude,aliases\nlilongwe,Lilongwe,Central,-13.97,33.79,LL|Capital\n',
  towns:
    'name,district,latitude,longitude,population,homeInternet,aliases\nLilongwe,Lilongwe,"-13,97",33.79,989318,yes,\n"Area ""47""",Lilongwe,-13.93,33.77,,no,A47\n',
  shops:
    'id,kind,name,address,town,district,phone,latitude,longitude,mon,tue,wed,thu,fri,sat,sun,services,name_sw\ns1,own,"Victoria, Avenue",1 Road,Blantyre,Blantyre,999 000 001,-15.78,35.0,08:00-12:00 13:00-17:00,,,,,,,sim-swap|devices,Duka\n',
} as const

const csvTables: readonly Target[] = (['districts', 'towns', 'shops'] as const).map((table) => ({
  name: `table of ${table} (CSV)`,
  thousands: 80,
  inputs: textsLike(placeTables[table], placeTables[table].replaceAll(',', ';')),
  async read(input: Buffer) {
    writeFileSync(pathOf(`${table}.csv`), input)
    const { rows, faults } = await placeFiles.read(table)
    if (rows.length === 0 && faults.length === 0 && input.toString().trim().split('\n').length > 40)
      throw new Error('a table without rows and faults')
  },
}))

export const files: readonly Target[] = [
  ...settlementFiles,
  ...csvTables,
  {
    name: 'table of sites (CSV)',
    thousands: 80,
    inputs: textsLike(
      'title,latitude,longitude,technologies,checked\nArea 47,-13.93,33.77,2G|3G|4G,2026-11-20\n"A, B",-13.9,33.7,4g,2026-01-31\n',
    ),
    async read(input) {
      writeFileSync(pathOf('sites.csv'), input)
      await siteFiles.read()
    },
  },
]
