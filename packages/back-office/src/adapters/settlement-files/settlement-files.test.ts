import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EntryRead } from '../../reconciliation/settlement-files.ts'
import { FileFormat } from './file-format.ts'
import { faultsOfFormats, loadFormats } from './load-formats.ts'
import { createAmountReader } from './read-cells.ts'
import { createDayReader } from './read-dates.ts'
import { createSettlementFiles } from './settlement-files.ts'

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'settlement-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const market = { zone: 'Africa/Blantyre', currency: 'MWK' } as const

async function read(text: string, format: string, formats = loadFormats()): Promise<readonly EntryRead[]> {
  const name = path.join(makeFolder(), 'file')
  writeFileSync(name, text)
  const reading = createSettlementFiles({ formats, market }).open(name, format)
  if (reading === undefined) throw new Error(`There is no format ${format}`)
  const entries: EntryRead[] = []
  for await (const one of reading.entries) if (!('unread' in one)) entries.push(one)
  return entries
}

describe('amounts', () => {
  const plain = createAmountReader({ decimal: '.', group: ',', in: 'major' })
  const comma = createAmountReader({ decimal: ',', group: '.', in: 'major' })

  it.each([
    ['5000', 500_000],
    ['5,000.50', 500_050],
    ['1,234,567.8', 123_456_780],
    ['-200.00', 20_000],
    ['(200.00)', 20_000],
    ['MWK 5,000.00', 500_000],
    ['5000.00-', 500_000],
  ])('reads %s', (text, minor) => expect(plain(text, 'MWK')).toEqual(money('MWK', minor)))

  it.each(['', 'x', '5.000,00', '5,00', '1,2345', '5000.001', '1e5', '99999999999999999999', '5 000'])(
    'refuses the ambiguous amount %s',
    (text) => expect(plain(text, 'MWK')).toBeUndefined(),
  )

  it('reads other notations, currencies without decimals, and minor units', () => {
    expect(comma('5.000,50', 'MWK')).toEqual(money('MWK', 500_050))
    expect(comma('5000', 'RWF')).toEqual(money('RWF', 5000))
    expect(createAmountReader({ decimal: '.', group: '', in: 'minor' })('5000', 'MWK')).toEqual(money('MWK', 5000))
  })
})

describe('days', () => {
  const zones = { zone: 'Africa/Blantyre', marketZone: 'Africa/Blantyre' }

  it.each([
    ['YYYY-MM-DD HH:mm:ss', '2026-11-20 23:59:59', '2026-11-20'],
    ['DD/MM/YYYY HH:mm', '20/11/2026 10:00', '2026-11-20'],
    ['DD-MMM-YYYY hh:mm:ss A', '20-Nov-2026 12:30:00 AM', '2026-11-20'],
    ['YYMMDD', '261120', '2026-11-20'],
    ['ISO', '2026-11-20T23:30:00Z', '2026-11-21'],
    ['ISO', '2026-11-20T23:30:00+02:00', '2026-11-20'],
    ['ISO', '2026-11-20', '2026-11-20'],
  ])('of %s: %s', (format, text, day) => expect(createDayReader([format], zones)(text)).toBe(day))

  it('are those of the market in a file of another zone', () => {
    const reader = createDayReader(['YYYY-MM-DD HH:mm'], { zone: 'America/New_York', marketZone: 'Africa/Blantyre' })
    expect(reader('2026-11-20 18:00')).toBe('2026-11-21')
  })

  it.each(['2026-02-30', '2026-13-01', '20-11-2026', ''])('refuses %s as a day', (text) =>
    expect(createDayReader(['ISO'], zones)(text)).toBeUndefined(),
  )
})

const statement = (version: string, entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>S</Id><Acct><Id><Othr><Id>1001</Id></Othr></Id><Ccy>MWK</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

const batch = `<Ntry><Amt Ccy="MWK">8000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B-1</AcctSvcrRef><NtryDtls>
<TxDtls><AmtDtls><TxAmt><Amt Ccy="MWK">5000.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>DPO PAY &amp; CO</Nm></Dbtr></RltdPties>
<RmtInf><Ustrd>SETTLEMENT DPO-20261119</Ustrd></RmtInf></TxDtls>
<TxDtls><AmtDtls><TxAmt><Amt Ccy="MWK">3000.00</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls></Ntry>`

describe('bank statements', () => {
  it('of ISO 20022 version 2 have a row for each part of a batch', async () => {
    expect(await read(statement('02', batch), 'camt053')).toEqual([
      {
        entry: {
          ...{ line: 3, kind: 'payout', day: '2026-11-20', providerReference: 'B-1', amount: money('MWK', 500_000) },
          otherNames: ['DPO-20261119'],
        },
      },
      { entry: { line: 3, kind: 'other', day: '2026-11-20', providerReference: 'B-1', amount: money('MWK', 300_000) } },
    ])
  })

  it('of ISO 20022 version 8 have their state and payer at other places', async () => {
    const entry = `<Ntry><Amt Ccy="MWK">5000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><DtTm>2026-11-20T22:30:00Z</DtTm></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>E-1</EndToEndId></Refs>
      <RltdPties><Dbtr><Pty><Nm>Paystack</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`
    const pending = entry.replace('BOOK', 'PDNG')
    const [first, ...more] = await read(statement('08', entry + pending), 'camt053')
    expect(first).toMatchObject({ entry: { kind: 'payout', reference: 'E-1', day: '2026-11-21' } })
    expect(more).toEqual([])
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, -40), 'the file ends in the middle: was it cut off?'],
    ['of another message', (text: string) => text.replace('camt.053', 'pain.001'), /^the file is of another format/],
    [
      'with a document type',
      (text: string) => text.replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document'),
      /document type/,
    ],
    ['that are no XML', () => 'a,b\n', /not well-formed|cut off/],
  ])('%s are refused', async (_, change, message) => {
    const faults = (await read(change(statement('02', batch)), 'camt053')).filter((one) => 'fault' in one)
    expect(faults).toEqual([{ fault: { line: expect.any(Number), message: expect.stringMatching(message) } }])
  })

  const mt940 = [
    '{1:F01BANKMWMWAXXX0000000000}{2:I940X}{4:',
    ...[':20:STMT1', ':25:1001', ':28C:1/1', ':60F:C261119MWK1000,00'],
    ':61:2611201120C5000,00NTRFREF-12345//B-77',
    'SUPPLEMENT',
    ':86:DPO PAY',
    'SETTLEMENT DPO-20261119',
    ':61:261120D20,5NCHGNONREF',
    ...[':62F:C261120MWK5979,50', '-}'],
  ]

  it('in MT940 have the text of field 86 with all of its lines', async () => {
    expect(await read(mt940.join('\r\n'), 'mt940')).toEqual([
      {
        entry: {
          ...{ line: 6, kind: 'payout', day: '2026-11-20', providerReference: 'B-77', reference: 'REF-12345' },
          ...{ amount: money('MWK', 500_000), otherNames: ['DPO-20261119'] },
        },
      },
      { entry: { line: 10, kind: 'other', day: '2026-11-20', reference: 'NONREF', amount: money('MWK', 2050) } },
    ])
  })

  const balancesOf = async (text: string, format: string) => {
    const name = path.join(makeFolder(), 'file')
    writeFileSync(name, text)
    const reading = createSettlementFiles({ formats: loadFormats(), market }).open(name, format)
    for await (const _ of reading?.entries ?? []);
    return reading?.balances()
  }

  it('in MT940 have balances of each message, of which debits are negative', async () => {
    const overdrawn = mt940.map((line) => line.replace('60F:C261119MWK1000,00', '60M:D261119MWK10,'))
    expect(await balancesOf([...mt940, ...overdrawn].join('\r\n'), 'mt940')).toEqual(
      [100_000, -1000].map((opening) => ({
        ...{ account: '1001', day: '2026-11-20', movedMinor: 497_950 },
        opening: money('MWK', opening),
        closing: money('MWK', 597_950),
      })),
    )
  })

  it('of ISO 20022 have balances, and parts of a batch are moved once', async () => {
    const balance = (code: string, amount: string, sign = 'CRDT') =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="MWK">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>
      <Dt><Dt>2026-11-20</Dt></Dt></Bal>`
    const debit = `<Ntry><Amt Ccy="MWK">10.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>B-2</AcctSvcrRef></Ntry>`
    const pending = debit.replace('BOOK', 'PDNG')
    const balances = balance('OPBD', '100.00', 'DBIT') + balance('ITBD', '1.00') + balance('CLBD', '7889.50')
    expect(await balancesOf(statement('02', balances + batch + debit + pending), 'camt053')).toEqual([
      {
        ...{ account: '1001', day: '2026-11-20', movedMinor: 798_950 },
        ...{ opening: money('MWK', -10_000), closing: money('MWK', 788_950) },
      },
    ])
    expect(await balancesOf(statement('02', balance('CLBD', '8000.00') + batch), 'camt053')).toEqual([])
  })

  it.each([
    ['cut off', mt940.slice(0, -2), /cut off\? There is no field 62F/],
    ['with a broken line', mt940.map((line) => line.replace('C5000,00', 'X5000')), /not in the form of field 61/],
    ['of another kind', ['a,b,c'], /no field 60F/],
    ['with a sum beyond exact numbers', mt940.map((line) => line.replace('C5000,00', 'C20000000000000')), /too large/],
  ])('in MT940 %s are refused', async (_, lines, message) => {
    const last = (await read(lines.join('\r\n'), 'mt940')).at(-1)
    expect(last).toEqual({ fault: { line: expect.any(Number), message: expect.stringMatching(message) } })
  })
})

const own = {
  ...{ name: 'own-bank', title: 'Own', verified: true, basis: 'a file', counterpart: 'provider', source: 'own' },
  gateways: ['dpo'],
  file: { kind: 'columns', columns: { ref: [2, 11], sum: [12, 20], date: [21, 28] }, rowsBegin: 'D', end: 'T' },
  dates: 'YYYYMMDD',
  amounts: { in: 'minor' },
  rows: [{ is: 'payment' }],
  fields: { reference: 'ref', amount: 'sum', currency: { is: 'MWK' }, at: 'date' },
}

describe("an operator's own description", () => {
  const lines = ['HFILE', 'DREF0000001000500000 20261120'.replace(' ', ''), 'T1']

  it('reads columns of fixed width up to the trailer', async () => {
    const formats = [FileFormat.parse(own)]
    expect(await read(lines.join('\n'), 'own-bank', formats)).toEqual([
      {
        entry: { line: 2, kind: 'payment', day: '2026-11-20', reference: 'REF0000001', amount: money('MWK', 500_000) },
      },
    ])
    expect(await read(lines.slice(0, 2).join('\n'), 'own-bank', formats)).toContainEqual({
      fault: { line: 2, message: 'the file ends in the middle: was it cut off? No line begins with T' },
    })
    expect(await read('DREF\nT', 'own-bank', formats)).toEqual([
      { fault: { line: 1, message: 'the line has 4 of 28 places: was it cut off?' } },
    ])
  })

  it('is added to the shipped ones, or replaces one of its name', () => {
    const folder = makeFolder()
    writeFileSync(path.join(folder, 'own.json'), JSON.stringify(own))
    writeFileSync(path.join(folder, 'dpo.json'), JSON.stringify({ ...own, name: 'dpo', verified: true }))
    const formats = loadFormats(folder)
    expect(formats.map(({ name }) => name)).toContain('own-bank')
    expect(formats.filter(({ name }) => name === 'dpo')).toMatchObject([{ verified: true }])
  })

  it('is refused with all of its faults', () => {
    const folder = makeFolder()
    writeFileSync(path.join(folder, 'a.json'), '{')
    writeFileSync(path.join(folder, 'b.json'), JSON.stringify({ ...own, gateways: [], zone: 'Nowhere' }))
    writeFileSync(
      path.join(folder, 'c.json'),
      JSON.stringify({ ...own, fields: { ...own.fields, currency: { is: 'XYZ' } } }),
    )
    expect(faultsOfFormats(folder).join('\n')).toMatch(/a\.json[\s\S]*b\.json[\s\S]*zone[\s\S]*c\.json[\s\S]*currency/)
    expect(() => loadFormats(folder)).toThrow('Bad descriptions')
    expect(faultsOfFormats(path.join(folder, 'none'))).toHaveLength(1)
  })
})

it('marks every format whose description the provider does not publish', () => {
  expect(loadFormats().flatMap(({ name, verified }) => (verified ? [] : [name]))).toEqual([
    ...['dpo', 'paystack', 'paychangu', 'tingg', 'uba', 'open-api-money', 'mpesa', 'pin-wallet'],
  ])
})
