import { createPaymentFinderStore } from '@nyanja/back-office/db/operations/payment-finder-store'
import { PaymentFinder } from '@nyanja/back-office/operations/payment-finder'
import { withVisitorTimeouts } from '@nyanja/database/transaction'
import { startOfDayIn } from '@nyanja/server/common/zone-time'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import type { readMarket } from '@nyanja/server/settings/market'
import { busyPayer, type SlimPayment } from './fill-payments.ts'

/** A search as a form of the console sends it. */
export type Typed = Readonly<Record<string, string>>

/** What an agent types to find a payment; undefined where the payment has none of it. */
type TypedOf = (payment: SlimPayment, localTime: (at: number) => string) => Typed | undefined

const textOf = (typed: string | undefined): Typed | undefined => (typed === undefined ? undefined : { text: typed })
const amountOf = ({ amountMinor }: SlimPayment) => ({ amount: String(amountMinor / 100), currency: 'MWK' })

/** Every kind of find. */
export const searches: Readonly<Record<string, TypedOf>> = {
  'paying number': ({ payerMsisdn }) => textOf(payerMsisdn),
  'paying number of many': () => textOf(busyPayer),
  'receiving number': ({ msisdn }) => textOf(`+265 ${msisdn}`),
  reference: ({ reference }) => textOf(reference),
  'id of the provider': ({ providerReference }) => textOf(providerReference),
  'amount and day': (payment, localTime) => ({
    ...{ ...amountOf(payment), day: localTime(payment.createdAt).slice(0, 10), from: '', until: '' },
  }),
  'amount and minute': (payment, localTime) => {
    const [day = '', time = ''] = localTime(payment.createdAt).split(' ')
    return { ...amountOf(payment), day, from: time, until: time }
  },
  account: ({ account }) => textOf(account),
  'e-mail address': ({ email }) => textOf(email?.toUpperCase()),
  'reference of an order': ({ leadReference }) => textOf(leadReference),
}

/** Finds as the console does it; throws where nothing is found. */
export async function find(
  db: OpenDatabase['db'],
  market: Pick<ReturnType<typeof readMarket>, 'brand' | 'numbers' | 'timeZone'>,
  typed: Typed,
): Promise<void> {
  const finder = new PaymentFinder({
    ...{ store: createPaymentFinderStore(db), brand: market.brand, numbers: market.numbers, now: Date.now },
    startOfDay: (day) => startOfDayIn(market.timeZone, Date.parse(`${day}T12:00:00Z`)),
  })
  const { text, amount = '', currency = '', day = '', from = '', until = '' } = typed
  const found = await withVisitorTimeouts(() =>
    text === undefined ? finder.byAmount({ amount, currency, day, from, until }) : finder.byText(text),
  )
  if (found.outcome !== 'found' || found.payments.length === 0)
    throw new Error(`Nothing was found by ${JSON.stringify(typed)}: ${found.outcome}`)
}
