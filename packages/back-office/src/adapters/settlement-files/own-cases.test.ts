import { describe, expect, it } from 'vitest'
import { loadFormats } from './load-formats.ts'
import { caseOf, descriptionOf, formatOf, readInShort } from './test-reading.ts'

const day = '2026-11-20'

/** The two further statements of each kind, by the kind. */
const statements: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'parts of a batch without amounts': {
    'batch-parts-one-amount.xml': [`payout ${day} MWK 12000 PO-0301 PO-0302 PO-0303`],
    'batch-header-alone.xml': [`payout ${day} MWK 7000 PO-0304`],
  },
  'charges that were deducted': {
    'charge-of-entry.xml': [`payout ${day} MWK 3975 PO-0305`],
    'charge-of-each-part.xml': [`payout ${day} MWK 4950 PO-0306`, `payout ${day} MWK 3970 PO-0307`],
  },
  'an order in another currency': {
    'currency-instructed-euro.xml': [`payout ${day} MWK 190000 PO-0308`],
    'currency-two-rates.xml': [`payout ${day} MWK 1730 PO-0309`, `payout ${day} MWK 1740 PO-0310`],
  },
  'a batch with debits': {
    'net-batch-debit-first.xml': [`other ${day} MWK 700 CB-0002`, `payout ${day} MWK 9700 PO-0311`],
    'net-batch-below-zero.xml': [`payout ${day} MWK 1200 PO-0312`, `other ${day} MWK 1500 CB-0003`],
  },
  'entries that are not booked': {
    'pending-beside-booked.xml': [`payout ${day} MWK 600 PO-0314`],
    'information-version-02.xml': [`payout ${day} MWK 650 PO-0316`],
  },
  'an encoding that is declared': {
    'utf-16.xml': [`payout ${day} MWK 700 PO-0317`],
    'windows-1252.xml': [`payout ${day} MWK 710 PO-0318`],
  },
  'another version': {
    'version-13.xml': [`payout ${day} MWK 720 PO-0319`],
    'report-052-version-06.xml': [`payout ${day} MWK 730 PO-0320`],
  },
  'several messages': {
    'ustrd-beside-strd.xml': [`payout ${day} MWK 740 PO-0321`],
    'ustrd-three-folds.xml': [expect.stringMatching(/^payout .* 750 .*PO-0322/)],
  },
  'texts behind a balance': {
    'tab-after-62.sta': [`payout ${day} MWK 5000 PO-0401`],
    'bank-name-after-60.sta': [`payout ${day} MWK 5000 PO-0402`],
  },
  'a value date of another day': {
    'value-in-next-year.sta': ['payout 2026-12-31 MWK 5000 PO-0403'],
    'value-before-booking.sta': [`payout ${day} MWK 5000 PO-0404`],
    'month-end-value-first.txt': ['payout 2026-11-30 MWK 5000 PO-0415'],
    'weekend-value-thursday.txt': ['payout 2026-11-21 MWK 5000 PO-0416'],
  },
  'several fields 86': {
    'three-86.sta': [expect.stringMatching(/^payout .* 5000 .*PO-0405/)],
    '86-of-the-statement.sta': [`payout ${day} MWK 5000 PO-0406`],
  },
  subfields: {
    'german-86-cut-payer.sta': [expect.stringMatching(/^payout .* 5000 .*PO-0407/)],
    'german-86-over-lines.sta': [expect.stringMatching(/^payout .* 5000 .*PO-0408/)],
  },
  'a wrapped line, and a reversal': {
    'wrapped-61-and-86.sta': [`payout ${day} MWK 5000 PO-0409`],
    'reversal-of-credit.sta': [`payout ${day} MWK 5000 PO-0410`, `other ${day} MWK 5000 PO-0410`],
  },
  'a reference that is cut': {
    'fold-27-subfields.txt': [expect.stringMatching(/^payout .* 5000 .*PO-0411/)],
    'fold-at-60.txt': [expect.stringMatching(/^payout .* 5000 .*PO-0412/)],
  },
  'a payer that is cut': {
    'payer-cut-at-35.txt': [`payout ${day} MWK 5000`],
    'payer-cut-in-61.txt': [`payout ${day} MWK 5000`],
  },
  'a payer whose name has the letters of another': {
    'payer-cardpoint.xml': [`other ${day} MWK 760`],
    'payer-shadpo.sta': [`other ${day} MWK 5000`],
  },
  'the end of a message': {
    'envelope-with-trailer.txt': [`payout ${day} MWK 5000 PO-0413`],
    'dash-at-end-of-file.txt': [`payout ${day} MWK 5000 PO-0414`],
  },
}

describe.each(Object.entries(statements))('a statement with %s', (_, files) => {
  it.each(Object.entries(files))('is read as it was meant: %s', async (name, rows) => {
    expect(await readInShort(caseOf(name), formatOf(name))).toEqual({ rows, isBalanced: true })
  })
})

/** The kinds of reports of mobile money, each with the format that reads it. */
const reports: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'dates of several forms': {
    'mp-two-date-forms.csv': [`payment ${day} MWK 1500`, `payment ${day} MWK 700`],
    'mp-days-first-single-figures.csv': ['payment 2026-12-01 MWK 800'],
    'shop-three-date-forms.csv': [
      ...[`payment ${day} MWK 100`, 'payment 2026-11-21 MWK 200', 'payment 2026-11-22 MWK 300'],
    ],
  },
  'lines of totals': {
    'mp-totals-between-days.csv': [`payment ${day} MWK 100`, 'payment 2026-11-21 MWK 200'],
    'shop-subtotals.csv': [`payment ${day} MWK 100`, `payment ${day} MWK 50`],
  },
  'failed payments': {
    'mp-failed-without-figures.csv': [`payment ${day} MWK 300`],
    'mp-expired-and-declined.csv': [`payment ${day} MWK 400`],
  },
  withdrawals: {
    'mp-withdrawals-signed.csv': [`refund ${day} MWK 20`, `other ${day} MWK 500`],
    'mp-withdrawals-unsigned.csv': [`refund ${day} MWK 20`, `other ${day} MWK 500`],
    'shop-signed-column.csv': [
      `payment ${day} MWK 1500`,
      ...['20', '30', '40'].map((sum) => `refund ${day} MWK ${sum}`),
      ...[`other ${day} MWK 900`, `other ${day} MWK 900`],
    ],
  },
  'quotation marks': {
    'mp-quotes-in-names.csv': [`payment ${day} MWK 410`, `payment ${day} MWK 420`],
    'mp-quotes-above-heading.csv': [`payment ${day} MWK 430`],
  },
}

describe.each(Object.entries(reports))('a report with %s', (_, files) => {
  it.each(Object.entries(files))('is read as it was meant: %s', async (name, rows) => {
    const formats = [...loadFormats(), descriptionOf('shop-wallet')]
    const format = name.startsWith('shop') ? 'shop-wallet' : 'mpesa'
    expect((await readInShort(caseOf(name), format, formats)).rows).toEqual(rows)
  })
})
