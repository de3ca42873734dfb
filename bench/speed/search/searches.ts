import { busyPayer, type SlimPayment } from './fill-payments.ts'

/** As a form of the console sends it. */
export type Typed = Readonly<Record<string, string>>

/** What an agent types to find a payment; undefined where the payment has none of it. */
type TypedOf = (payment: SlimPayment, localTime: (at: number) => string) => Typed | undefined

const text = (typed: string | undefined): Typed | undefined => (typed === undefined ? undefined : { text: typed })
const amountOf = ({ amountMinor }: SlimPayment) => ({ amount: String(amountMinor / 100), currency: 'MWK' })

/** Every kind of find. */
export const searches: Readonly<Record<string, TypedOf>> = {
  'paying number': ({ payerMsisdn }) => text(payerMsisdn),
  'paying number of many': () => text(busyPayer),
  'receiving number': ({ msisdn }) => text(`+265 ${msisdn}`),
  reference: ({ reference }) => text(reference),
  'id of the provider': ({ providerReference }) => text(providerReference),
  'amount and day': (payment, localTime) => ({
    ...{ ...amountOf(payment), day: localTime(payment.createdAt).slice(0, 10), from: '', until: '' },
  }),
  'amount and minute': (payment, localTime) => {
    const [day = '', time = ''] = localTime(payment.createdAt).split(' ')
    return { ...amountOf(payment), day, from: time, until: time }
  },
  account: ({ account }) => text(account),
  'e-mail address': ({ email }) => text(email?.toUpperCase()),
  'reference of an order': ({ leadReference }) => text(leadReference),
}
