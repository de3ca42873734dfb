import { z } from 'zod'
import type { BssList, BssRecord, BssRecordSource } from '../../payments/bss-records.ts'
import { meaningOf, type TmfProfile } from './profile.ts'
import { type CurrencyOptions, createTmfClient, type TmfResource } from './tmf-client.ts'
import { Id, listOf, Moment, maybe, Price, Quantity, Ref, readMoney, spare, Text } from './tmf-values.ts'

interface ListedOperation {
  readonly resource: TmfResource
  readonly states: keyof TmfProfile['states'] & ('topup' | 'order' | 'payment')
  /** The field with the date on which the operation was done. */
  readonly date: 'confirmationDate' | 'completionDate' | 'paymentDate'
}

const operations: Readonly<Record<BssList, ListedOperation>> = {
  topups: { resource: { api: 'balances', name: 'topupBalance' }, states: 'topup', date: 'confirmationDate' },
  orders: { resource: { api: 'ordering', name: 'productOrder' }, states: 'order', date: 'completionDate' },
  payments: { resource: { api: 'payments', name: 'payment' }, states: 'payment', date: 'paymentDate' },
}

const References = z.union([
  Text.transform((id) => [id]),
  z.array(z.union([Text, z.object({ id: Text }).transform(({ id }) => id)])),
])
const Channel = z.union([Ref, z.object({ channel: Ref }).transform(({ channel }) => channel)])

/** The fields of the three resources that a comparison needs. */
const Row = z.object({
  id: Id,
  status: spare(Text),
  state: spare(Text),
  reason: spare(References),
  externalId: spare(References),
  correlatorId: spare(References),
  amount: spare(z.unknown()),
  totalAmount: spare(Price),
  channel: listOf(Channel),
  confirmationDate: maybe(Moment),
  completionDate: maybe(Moment),
  paymentDate: maybe(Moment),
  requestedDate: spare(Moment),
  orderDate: spare(Moment),
  statusDate: spare(Moment),
})
type Row = z.infer<typeof Row>

/**
 * Reads what a TM Forum BSS lists by date. A row without a date may be of the day, so the list is not complete then.
 */
export function createTmfRecordSource(options: CurrencyOptions): BssRecordSource {
  const client = createTmfClient(options)
  const { profile } = client
  const rules = { currency: options.currency, profile }

  const momentIn = (row: Row, { date }: ListedOperation) =>
    client.momentOf(row[date] ?? row.statusDate ?? row.requestedDate ?? row.orderDate)

  const amountOf = ({ amount, totalAmount }: Row) => {
    const quantity = Quantity.safeParse(amount).data
    if (quantity !== undefined) return readMoney({ unit: quantity.units, value: quantity.amount }, rules)
    const price = totalAmount ?? Price.safeParse(amount).data
    return price && readMoney(price, rules)
  }

  /**
   * Tells whether a row is the portal's: other channels sell too. A server that names none is assumed to list the
   * portal's own.
   */
  const isOurs = ({ channel = [] }: Row) => channel.length === 0 || channel.some(({ id }) => id === profile.channel.id)

  return {
    async list(list, { from, until }) {
      const operation = operations[list]
      const { rows, isComplete } = await client.search(operation.resource, {
        filter: {
          [`${operation.date}.gte`]: new Date(from).toISOString(),
          [`${operation.date}.lt`]: new Date(until).toISOString(),
        },
        row: Row,
        matches: (row) => {
          const at = momentIn(row, operation)
          return at === undefined || (at >= from && at < until)
        },
      })
      const completed = rows.filter(
        (row) =>
          meaningOf(profile.states[operation.states], row.state ?? row.status ?? '') === 'delivered' && isOurs(row),
      )
      const records = completed.flatMap((row): BssRecord[] => {
        const at = momentIn(row, operation)
        const [reference] = row.reason ?? row.externalId ?? row.correlatorId ?? []
        return at === undefined ? [] : [{ reference, bssReference: row.id, amount: amountOf(row), at }]
      })
      return { records, isComplete: isComplete && records.length === completed.length }
    },
  }
}
