import { type Figure, figureNames } from '@nyanja/domain/finance/day-close'
import type { DayRange } from '@nyanja/domain/finance/days'
import type { ExportName } from '@nyanja/domain/finance/export-names'
import { type Currency, money } from '@nyanja/domain/money/money'
import type { Closes } from './closes.ts'
import type { Cell, ColumnType, ExportTable } from './export-formats.ts'
import { type ExportTerms, type PaymentList, paymentColumns, toPaymentRow } from './exported-payments.ts'
import { percentiles, type Reports, type SalesGroup } from './reports.ts'

export interface ExportSources {
  readonly closes: Pick<Closes, 'figures' | 'journal'>
  readonly reports: Pick<Reports, 'sales' | 'conversion' | 'failures' | 'deliveryTimes'>
  readonly payments: PaymentList
  readonly terms: ExportTerms
}

type Columns = Readonly<Record<string, ColumnType>>
type Row = readonly Cell[]

interface Export {
  readonly columns: Columns
  readonly rows: (range: DayRange, options: ExportSources) => AsyncIterable<Row>
}

const toSnake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const counted = { payments: 'integer', amount: 'money' } as const
const prefixed = (name: string): Columns =>
  Object.fromEntries(Object.entries(counted).map(([column, type]) => [`${toSnake(name)}_${column}`, type]))

async function* each<Item>(items: Promise<readonly Item[]>, toRow: (item: Item) => Row): AsyncGenerator<Row> {
  for (const item of await items) yield toRow(item)
}

const toCells = (figures: readonly Figure[], currency: Currency): Row =>
  figures.flatMap(({ payments, minor }) => [payments, money(currency, minor)])

function salesBy(group: SalesGroup): Export {
  return {
    columns: {
      [group]: group === 'day' ? 'day' : 'text',
      currency: 'text',
      ...prefixed('captured'),
      ...prefixed('delivered'),
      ...prefixed('refunded'),
      ...prefixed('reversed'),
    },
    rows: (range, { reports }) =>
      each(reports.sales(range, group), ({ group: value, currency, captured, delivered, refunded, reversed }) => [
        value,
        currency,
        ...toCells([captured, delivered, refunded, reversed], currency),
      ]),
  }
}

const exportsByName: Readonly<Record<ExportName, Export>> = {
  closes: {
    columns: {
      day: 'day',
      gateway: 'text',
      currency: 'text',
      ...Object.fromEntries(figureNames.flatMap((name) => Object.entries(prefixed(name)))),
      fees: 'money',
      fee_tax: 'money',
      expected_payout: 'money',
      ...prefixed('credited'),
      ...prefixed('taken_back'),
    },
    rows: (range, { closes }) =>
      each(closes.figures(range), (line) => {
        const { happenedOn, gateway, currency, feesMinor, feeTaxMinor, expectedPayoutMinor } = line
        const figures = figureNames.map((name) => line[name])
        const sums = [feesMinor, feeTaxMinor, expectedPayoutMinor].map((minor) => money(currency, minor))
        const none = { payments: 0, minor: 0 }
        const rare = toCells([line.credited ?? none, line.takenBack ?? none], currency)
        return [happenedOn, gateway, currency, ...toCells(figures, currency), ...sums, ...rare]
      }),
  },

  journal: {
    columns: {
      closed_day: 'day',
      entry: 'integer',
      happened_on: 'day',
      text: 'text',
      gateway: 'text',
      currency: 'text',
      account: 'text',
      debit: 'money',
      credit: 'money',
    },
    async *rows(range, { closes }) {
      for await (const { closedDay, number, happenedOn, entry, gateway, currency, ...posting } of closes.journal(
        range,
      )) {
        const sum = money(currency, posting.minor)
        const head = [closedDay, number, happenedOn, entry, gateway, currency]
        yield [...head, posting.debit, sum, undefined]
        yield [...head, posting.credit, undefined, sum]
      }
    },
  },

  'sales-by-day': salesBy('day'),
  'sales-by-product': salesBy('kind'),
  'sales-by-method': salesBy('method'),
  'sales-by-channel': salesBy('channel'),
  'sales-by-district': salesBy('district'),

  conversion: {
    columns: { step: 'text', orders: 'integer' },
    rows: (range, { reports }) => each(reports.conversion(range), ({ step, orders }) => [step, orders]),
  },

  failures: {
    columns: { component: 'text', method: 'text', reason: 'text', payments: 'integer' },
    rows: (range, { reports }) =>
      each(reports.failures(range), (row) => [row.component, row.method, row.reason, row.payments]),
  },

  'delivery-times': {
    columns: {
      product: 'text',
      payments: 'integer',
      ...Object.fromEntries(percentiles.map((share) => [`p${share * 100}_ms`, 'integer' as const])),
    },
    rows: (range, { reports }) =>
      each(reports.deliveryTimes(range), ({ kind, payments, withinMs }) => [kind, payments, ...withinMs]),
  },

  payments: {
    columns: paymentColumns,
    async *rows(range, { payments, terms }) {
      for await (const one of payments.captured(range)) yield toPaymentRow(one, terms)
    },
  },
}

export function openTable(name: ExportName, range: DayRange, sources: ExportSources): ExportTable {
  const { columns, rows } = exportsByName[name]
  const named = Object.entries(columns).map(([column, type]) => ({ name: column, type }))
  return { columns: named, rows: rows(range, sources) }
}
