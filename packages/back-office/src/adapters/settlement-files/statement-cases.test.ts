import { describe, expect, it } from 'vitest'
import { FileFormat } from './file-format.ts'
import { loadFormats } from './load-formats.ts'
import { caseOf, formatOf, readInShort as read } from './test-reading.ts'

describe('a statement of a bank', () => {
  it.each([
    // The credit is one for three payouts of the same sum: it is one of them, and the others are missing.
    ['A-batch-parts-without-amount.xml', ['payout 2026-11-20 MWK 9000 PO-0001 PO-0002 PO-0003']],
    ['B-charge-deducted.xml', ['payout 2026-11-20 MWK 4950 PO-0004']],
    ['C-foreign-currency.xml', ['payout 2026-11-20 MWK 173000 PO-0005']],
    ['D-net-batch.xml', ['payout 2026-11-20 MWK 8000 PO-0006', 'other 2026-11-20 MWK 500 CB-0001']],
    ['E-future.xml', []],
    ['G-latin1.xml', ['payout 2026-11-20 MWK 1000 PO-0009']],
    ['H-version-10.xml', ['payout 2026-11-20 MWK 1000 PO-0010']],
    ['M-two-ustrd.xml', [expect.stringMatching(/^payout 2026-11-20 MWK 1000 PO-0013/)]],
    ['bank.xml', ['payout 2026-11-29 MWK 5755.34 DPO-20261128 B20261128dpoMWK']],
    ['cx-a1-second-ustrd.xml', [expect.stringMatching(/^payout .* 5735.34 .*DPO-20261128/)]],
    ['cx-a2-fold.xml', [expect.stringMatching(/^payout .* 5735.34 .*DPO-20261128/)]],
    ['cx-a3-addtltxinf.xml', [expect.stringMatching(/^payout .* 5735.34 .*DPO-20261128/)]],
    [
      'cx-b3-batch-with-a-debit.xml',
      [expect.stringMatching(/^payout .* 5755.34 DPO-20261128/), expect.stringMatching(/^other .* 500 /)],
    ],
    ['bank.mt940', ['payout 2026-11-29 MWK 5755.34 DPO-20261128']],
    ['blank-last-line.sta', ['payout 2026-11-20 MWK 5000 PO-0001']],
    ['trailing-spaces.sta', ['payout 2026-11-20 MWK 5000 PO-0001']],
    ['ing-trailer-after-62.sta', ['payout 2026-11-20 MWK 5000 PO-0001']],
    ['value-later-than-booking.sta', ['payout 2026-11-20 MWK 5000 PO-0001']],
    ['two-86.sta', [expect.stringMatching(/^payout 2026-11-20 MWK 5000 .*PO-0001/)]],
    ['german-86.sta', [expect.stringMatching(/^payout 2026-11-20 MWK 5000 .*PO-0001( |$)/)]],
    ['wrapped-61.sta', ['payout 2026-11-20 MWK 5000 PO-0001 BANKREF999']],
    ['reversals.sta', [expect.stringMatching(/^other .* 500 /), expect.stringMatching(/^payout .* 200/)]],
    ['mt-d-dash-space.txt', ['payout 2026-11-29 MWK 5755.34 DPO-20261128']],
    ['mt-f1-fold-65.txt', [expect.stringMatching(/^payout .* 5735.34 .*DPO-20261128/)]],
    ['mt-f2-subfields.txt', [expect.stringMatching(/^payout .* 5735.34 .*DPO-20261128/)]],
    ['mt-f4-payer-folded.txt', [expect.stringMatching(/^payout .* 5735.34/)]],
    ['mu-e1-friday-value-monday.txt', ['payout 2026-11-27 MWK 5755.34 DPO-20261126']],
  ])('is read as it was meant: %s', async (name, rows) => {
    expect(await read(caseOf(name), formatOf(name))).toEqual({ rows, isBalanced: true })
  })
})

const camt = ({ version = '08', account = 'MWK', before = '0', after = '', entries = '' }) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>
<Acct><Id><Othr><Id>1001</Id></Othr></Id><Ccy>${account}</Ccy></Acct>${balance('OPBD', account, before)}
${balance('CLBD', account, after)}${entries}</Stmt></BkToCstmrStmt></Document>`

const balance = (code: string, currency: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt><Dt>2026-11-20</Dt></Dt></Bal>`

const entry = (amount: string, more: string, { mark = 'CRDT', status = '<Cd>BOOK</Cd>', day = '2026-11-20' } = {}) =>
  `<Ntry><Amt Ccy="MWK">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>${status}</Sts>
${day === '' ? '' : `<BookgDt><Dt>${day}</Dt></BookgDt>`}${more}</Ntry>`

const part = (amount: string, text: string, more = '') =>
  `<TxDtls>${amount === '' ? '' : `<Amt Ccy="MWK">${amount}</Amt>`}${more}<RltdPties><Dbtr><Pty><Nm>DPO PAY</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

const parts = (...all: readonly string[]) => `<NtryDtls>${all.join('')}</NtryDtls>`

describe('a camt statement', () => {
  const rowsOf = async (statement: Parameters<typeof camt>[0]) => read(camt(statement), 'camt053')

  it('assigns the rest of the sum to the one part without an amount', async () => {
    const entries = entry('9000.00', parts(part('5000.00', 'PO-0101'), part('', 'PO-0102')))
    expect(await rowsOf({ after: '9000', entries })).toEqual({
      rows: ['payout 2026-11-20 MWK 5000 PO-0101', 'payout 2026-11-20 MWK 4000 PO-0102'],
      isBalanced: true,
    })
  })

  it('takes the charges off the parts of a batch, or keeps them as a part of their own', async () => {
    const charge = '<Chrgs><TtlChrgsAndTaxAmt Ccy="MWK">50.00</TtlChrgsAndTaxAmt></Chrgs>'
    const named = entry('8950.00', parts(part('5000.00', 'PO-0111', charge), part('4000.00', 'PO-0112')))
    expect((await rowsOf({ after: '8950', entries: named })).rows).toEqual([
      'payout 2026-11-20 MWK 4950 PO-0111',
      'payout 2026-11-20 MWK 4000 PO-0112',
    ])
    const unnamed = entry('8950.00', parts(part('5000.00', 'PO-0111'), part('4000.00', 'PO-0112')))
    expect((await rowsOf({ after: '8950', entries: unnamed })).rows).toEqual([
      'payout 2026-11-20 MWK 5000 PO-0111',
      'payout 2026-11-20 MWK 4000 PO-0112',
      'other 2026-11-20 MWK 50',
    ])
  })

  it.each(['5,000.00', '5000.123456', '', '-5000'])('is refused with a part of “%s”', async (amount) => {
    const wrong = part('1.00', 'PO-0115').replace('>1.00<', `>${amount}<`)
    const { rows } = await rowsOf({
      after: '9000',
      entries: entry('9000.00', parts(wrong, part('4000.00', 'PO-0116'))),
    })
    expect(rows).toEqual([`line 5: “${amount}” is no amount of ISO 20022`])
  })

  it('has parts in the currency of the account where they were ordered in another one', async () => {
    const foreign = (amount: string, own: string, text: string) =>
      part(
        '',
        text,
        `<AmtDtls><InstdAmt><Amt Ccy="USD">${amount}</Amt></InstdAmt><CntrValAmt><Amt Ccy="MWK">${own}</Amt></CntrValAmt></AmtDtls>`,
      )
    const entries = entry(
      '3460.00',
      parts(foreign('1.00', '1730.00', 'PO-0121'), foreign('1.00', '1730.00', 'PO-0122')),
    )
    expect((await rowsOf({ after: '3460', entries })).rows).toEqual([
      'payout 2026-11-20 MWK 1730 PO-0121',
      'payout 2026-11-20 MWK 1730 PO-0122',
    ])
  })

  it.each(['02', '04', '06', '14'])('is read in version %s', async (version) => {
    const entries = entry('1000.00', parts(part('1000.00', 'PO-0131')), { status: 'BOOK' })
    expect((await rowsOf({ version, after: '1000', entries })).rows).toEqual(['payout 2026-11-20 MWK 1000 PO-0131'])
  })

  it('has zeros beyond the decimals of its currency, and reversals in both spellings', async () => {
    const reversed = (value: string) => entry('10.00000', `<RvslInd>${value}</RvslInd>${parts(part('', 'PO-0141'))}`)
    const entries = entry('1000.50000', parts(part('', 'PO-0142'))) + reversed('1') + reversed('true') + reversed('0')
    expect(await rowsOf({ before: '5.000', after: '1035.50', entries })).toEqual({
      rows: [
        'payout 2026-11-20 MWK 1000.5 PO-0142',
        'other 2026-11-20 MWK 10 PO-0141',
        'other 2026-11-20 MWK 10 PO-0141',
        'payout 2026-11-20 MWK 10 PO-0141',
      ],
      isBalanced: true,
    })
  })

  it('has entries that are not booked, which count for nothing', async () => {
    const open = ['PDNG', 'INFO', 'FUTR'].flatMap((code) => [
      entry('7.00', parts(part('', 'PO-0151')), { status: code }),
      entry('7.00', parts(part('', 'PO-0151')), { status: `<Cd>${code}</Cd>` }),
    ])
    expect(await rowsOf({ after: '0', entries: open.join('') })).toEqual({ rows: [], isBalanced: true })
  })

  it('is of the day of the closing balance where an entry names none', async () => {
    const entries = entry('1000.00', parts(part('', 'PO-0161')), { day: '' })
    expect((await rowsOf({ after: '1000', entries })).rows).toEqual(['payout 2026-11-20 MWK 1000 PO-0161'])
  })

  it('keeps what its parts do not name as a payout, where the entry names a provider', async () => {
    const entries = entry('9500.00', parts(part('5000.00', 'PO-0181'), part('4000.00', 'PO-0182')))
    expect((await rowsOf({ after: '9500', entries })).rows).toEqual([
      'payout 2026-11-20 MWK 5000 PO-0181',
      'payout 2026-11-20 MWK 4000 PO-0182',
      'payout 2026-11-20 MWK 500',
    ])
    const unknown = entries.replaceAll('DPO PAY', 'CARDPOINT')
    expect((await rowsOf({ after: '9500', entries: unknown })).rows).toEqual([
      ...['other 2026-11-20 MWK 5000 PO-0181', 'other 2026-11-20 MWK 4000 PO-0182', 'other 2026-11-20 MWK 500'],
    ])
  })

  it.each(['CARDPOINT LTD', 'SHADPO & SONS', 'MONEYLENDERS', 'TINGGA'])(
    'does not know a payer by a part of %s',
    async (name) => {
      const entries = entry(
        '1000.00',
        parts(`<TxDtls><RltdPties><Dbtr><Nm>${name.replace('&', '&amp;')}</Nm></Dbtr></RltdPties></TxDtls>`),
      )
      expect((await rowsOf({ after: '1000', entries })).rows).toEqual(['other 2026-11-20 MWK 1000'])
    },
  )

  it.each([
    ['an ultimate debtor', '<RltdPties><UltmtDbtr><Nm>Dpo Pay</Nm></UltmtDbtr></RltdPties>'],
    ['an initiating party', '<RltdPties><InitgPty><Pty><Nm>DPO-PAY</Nm></Pty></InitgPty></RltdPties>'],
    ['a bank’s own words', '<AddtlTxInf>FROM DPO PAY</AddtlTxInf>'],
    ['structured remittance', '<RmtInf><Strd><AddtlRmtInf>DPO PAY</AddtlRmtInf></Strd></RmtInf>'],
    ['a name that was cut', '<RmtInf><Ustrd>ORDER OF D</Ustrd><Ustrd>PO PAY</Ustrd></RmtInf>'],
  ])('knows a payer by %s', async (_, inside) => {
    const entries = entry('1000.00', parts(`<TxDtls>${inside}</TxDtls>`))
    expect((await rowsOf({ after: '1000', entries })).rows).toEqual(['payout 2026-11-20 MWK 1000'])
  })

  it('is in the encoding that it declares', async () => {
    const text = camt({ after: '1000', entries: entry('1000.00', parts(part('', 'PO-0171'))) }).replace('PAY', 'PAÝ')
    const declared = (encoding: string) => text.replace('version="1.0"', `version="1.0" encoding='${encoding}'`)
    const right = ['payout 2026-11-20 MWK 1000 PO-0171']
    expect((await read(Buffer.from(declared('windows-1252'), 'latin1'), 'camt053')).rows).toEqual(right)
    expect((await read(Buffer.from(declared('UTF-16'), 'utf16le'), 'camt053')).rows).toEqual(right)
    expect((await read(declared('EBCDIC-1'), 'camt053')).rows).toEqual([
      'line 1: the file says that its text is in EBCDIC-1, which is not known here',
    ])
  })
})

const mt940 = (...lines: readonly string[]) =>
  [':20:S1', ':25:1001', ':28C:1/1', ':60F:C261119MWK1000,00', ...lines].join('\r\n')

describe('an MT940 statement', () => {
  it.each([
    ['2701021231', '2026-12-31'],
    ['2612310102', '2027-01-02'],
    ['2611301127', '2026-11-27'],
    ['261130', '2026-11-30'],
  ])('has the booking day of %s', async (dates, day) => {
    const { rows } = await read(mt940(`:61:${dates}C5000,00NTRFNONREF//B-7`, ':62F:C261120MWK6000,00', '-'), 'mt940')
    expect(rows).toEqual([`other ${day} MWK 5000`])
  })

  it('ends with its closing balance, whatever a bank writes behind it', async () => {
    const line = ':61:2611201120C5000,00NTRFNONREF//B-7'
    for (const end of [
      [':62F:C261120MWK6000,00', ':64:C261120MWK6000,00', ':86:CLOSING INFORMATION DPO', '-'],
      [':62F:C261120MWK6000,00  ', '  ', '- ', ''],
      [':62F:C261120MWK6000,00', ':NS:22DPO PAY LTD', '23MORE', '-}{5:{CHK:ABC}}'],
      [':62M:C261120MWK6000,00', 'END OF STATEMENT'],
    ])
      expect(await read(mt940(line, ...end), 'mt940'), end.join(' ')).toEqual({
        rows: ['other 2026-11-20 MWK 5000'],
        isBalanced: true,
      })
  })

  it.each([
    [':86:DPO SETTLEMENT PO-0', '201'],
    [':86:DPO SETTLEMENT', ':86:PO-0201'],
    [':86:020?00DPO?20SETTLEMENT PO-?210201?22MORE?32SOMEBODY'],
    [':86:020?00DPO?20SETTLEMENT?60PO-02', '01?32SOMEBODY'],
  ])('finds a reference that was cut: %s', async (...details) => {
    const { rows } = await read(
      mt940(':61:2611201120C5000,00NTRFNONREF//B-7', ...details, ':62F:C261120MWK6000,00', '-'),
      'mt940',
    )
    expect(rows).toEqual([expect.stringMatching(/^payout .* PO-0201( |$)/)])
  })
})

describe('the payer in an MT940 statement', () => {
  const kindOf = async (line: string, ...details: readonly string[]) => {
    const { rows } = await read(mt940(line, ...details, ':62F:C261120MWK6000,00', '-'), 'mt940')
    return rows.map((row) => row.split(' ')[0])
  }
  const line = ':61:2611201120C5000,00NTRFNONREF//B-7'
  const long = 'INWARD TRANSFER 0021 ORDER OF CUSTOMER SETTLEMENT 20261120-7 BY '

  it.each([
    [`:86:${long}D`, 'PO LTD BLANTYRE'],
    [`:86:${long}PAYST`, 'ACK PAYMENTS'],
    [`:86:${long}M-PE`, 'SA'],
    [':86:020?00CREDIT?32SETTLEMENT BUREAU OF PAYSTA?33CK PAYMENTS'],
    [':86:MPESA B2B SETTLEMENT'],
    [':86:CELLULANT KENYA'],
    [':86:ORDERED BY DPO-PAY'],
  ])('is known by its whole name, also where a line cuts it: %s', async (...details) => {
    expect(await kindOf(line, ...details)).toEqual(['payout'])
  })

  it('is known by the reference and the text below the line when field 86 is missing', async () => {
    expect(await kindOf(':61:2611201120C5000,00NTRFDPO-20261120//B-7')).toEqual(['payout'])
    expect(await kindOf(line, 'DPO PAY LTD')).toEqual(['payout'])
    expect(await kindOf(line, 'DPO PAY LTD', ':86:INWARD TRANSFER')).toEqual(['payout'])
  })

  it.each([
    [':86:BRAND D', 'PO BOX 12 BLANTYRE'],
    [':86:020?00CREDIT?32SHADRECK D?33PO BOX 12'],
    [':86:CARDPOINT LTD'],
    [`:86:${long}SHA`, 'DPOINT LTD'],
    [':86:TINGGA', 'STORES'],
  ])('is not known by a part of a name, or by an address: %s', async (...details) => {
    expect(await kindOf(line, ...details)).toEqual(['other'])
  })

  it('is known by an account that a description names', async () => {
    const own = loadFormats().map((format) => (format.name === 'mt940' ? withAccount(format) : format))
    const statement = (account: string) =>
      mt940(line, `:86:020?00CREDIT?30NBMAMWMW?31${account}?32SOMEBODY`, ':62F:C261120MWK6000,00', '-')
    expect((await read(statement('0001234567'), 'mt940', own)).rows).toEqual([expect.stringMatching(/^payout/)])
    expect((await read(statement('40001234567'), 'mt940', own)).rows).toEqual([expect.stringMatching(/^other/)])
  })
})

const withAccount = (format: FileFormat): FileFormat => ({
  ...format,
  rows: FileFormat.shape.rows.parse([{ if: { text: { words: ['0001234567'] } }, is: 'payout' }, { is: 'other' }]),
})

describe('a report of mobile money', () => {
  it.each([
    ['mp-ok.csv', 'payment 2026-11-28 MWK 1500'],
    ['mp-quote-inside.csv', 'payment 2026-11-28 MWK 1500'],
    ['mp-quote-preamble.csv', 'payment 2026-11-28 MWK 1500'],
    ['mpesa.csv', 'payment 2026-11-20 MWK 1053'],
    ['mpesa3.csv', 'payment 2026-11-20 MWK 1053'],
  ])('is read as it was meant: %s', async (name, row) => {
    expect((await read(caseOf(name), 'mpesa')).rows).toEqual([row])
  })

  const heads =
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Linked Transaction ID,A/C No.'
  const table = (...rows: readonly string[]) => [heads, ...rows, ''].join('\r\n')

  it('may have dates of two forms, failed payments, totals, and withdrawals with or without a sign', async () => {
    const { rows } = await read(
      table(
        'A1,2026-11-28 10:00:00,Pay Bill,Completed,"1,500.00",,Pay Bill,,R-1',
        'A2,28-11-2026 11:00:00,Pay Bill,Completed,10.00,,Pay Bill,,R-2',
        'A3,2026-11-28 12:00:00,Pay Bill,Failed,10.00,,Pay Bill,,R-3',
        'A4,2026-11-28 13:00:00,Reversal of A1,Completed,,-20.00,Reversal,A1,',
        'A5,2026-11-28 13:00:00,Reversal of A2,Completed,,20.00,Reversal,A2,',
        ',,Totals,,"1,510.00",40.00,,,',
      ),
      'mpesa',
    )
    expect(rows).toEqual([
      ...['payment 2026-11-28 MWK 1500', 'payment 2026-11-28 MWK 10'],
      ...['refund 2026-11-28 MWK 20', 'refund 2026-11-28 MWK 20'],
    ])
  })

  it.each(['12" pipe', 'a "b" "c', 'MAMA SHOP"'])('may have %s in a cell that is not used', async (text) => {
    const { rows } = await read(table(`A1,2026-11-28 10:00:00,${text},Completed,5.00,,Pay Bill,,R-1`), 'mpesa')
    expect(rows).toEqual(['payment 2026-11-28 MWK 5'])
  })

  it('is refused where a cell begins with a quotation mark that ends before the cell', async () => {
    const { rows } = await read(table('A1,2026-11-28 10:00:00,"MAMA" SHOP,Completed,5.00,,Pay Bill,,R-1'), 'mpesa')
    expect(rows).toEqual(['line 2: a cell begins with a quotation mark, and the next one does not end it'])
  })

  it('shows in its refusal what was read, invisible characters included', async () => {
    const { rows } = await read(table('A1,2026-11-28\u00a010:00:00,x,Completed,5.00,,Pay Bill,,R-1'), 'mpesa')
    expect(rows).toEqual([
      'line 2: “2026-11-28[U+00A0]10:00:00” is no date like YYYY-MM-DD HH:mm:ss or DD-MM-YYYY HH:mm:ss',
    ])
    const other = await read('Receipt\u200b No.;Completion Time\n', 'mpesa')
    expect(other.rows).toEqual([expect.stringContaining('the first line is “Receipt[U+200B] No.;Completion Time”')])
  })
})
