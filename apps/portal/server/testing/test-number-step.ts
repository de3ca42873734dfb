import path from 'node:path'
import { type Order, Orders } from '@nyanja/server/payments/orders'
import { readMarket } from '@nyanja/server/settings/market'
import { type Line, Lines } from '@nyanja/server/subscriber/lines'

const market = readMarket(path.join(import.meta.dirname, '../../markets/mw.json'))

const known: Readonly<Record<string, Line>> = {
  '991234567': { found: true, lineType: 'PREPAID', isBroadband: false },
  '991234568': { found: true, lineType: 'POSTPAID', isBroadband: false },
  '991234569': { found: true, lineType: 'HYBRID', isBroadband: false },
  '991234570': { found: true, lineType: 'PREPAID', isBroadband: true },
}

/** What a page needs to open an order for a typed number; a silent BSS knows no line. */
export function openNumberStep({ isSilent = false } = {}) {
  const opened: Order[] = []
  const now = () => 0
  const answer = <Value>(value: Value) => (isSilent ? Promise.reject(new Error('silent')) : Promise.resolve(value))
  const store = {
    add: async (order: Order) => {
      opened.push(order)
    },
    order: async (id: string) => opened.find((order) => order.id === id),
    place: async () => true,
    speak: async () => {},
    giveWith: async () => {},
    mailTo: async () => {},
  }
  const portal = {
    market,
    lines: new Lines({
      source: { lineOf: (msisdn) => answer(known[msisdn] ?? { found: false }) },
      rules: market.numbers,
      now,
    }),
    orders: new Orders({ store, now, newId: () => `O${opened.length + 1}` }),
  }
  return { portal, opened, answer, now }
}
