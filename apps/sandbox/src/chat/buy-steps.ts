import { airtime, grouped, sentence, sum } from './chat-words.ts'
import type { Purchase, StepName } from './conversation.ts'
import type { PortalCalls } from './portal-calls.ts'
import { notInTheList, type Step, type Turn } from './step.ts'

const mostOffers = 20

/** Those that a chat can lead through. */
const knownWays = new Set(['AM', 'AIRTIME', 'MPESA'])

/** What is bought, and for whom. */
export const buySteps = {
  menu: {
    ask: () => ({
      text: 'Moni! What do you want to buy?',
      options: [
        { value: 'airtime', words: 'Airtime' },
        { value: 'bundle', words: 'A bundle' },
      ],
    }),
    async hear({ chosen }, purchase) {
      if (chosen !== 'airtime' && chosen !== 'bundle') return { next: 'menu', purchase, say: notInTheList }
      return { next: 'number', purchase: { ...purchase, kind: chosen } }
    },
  },

  number: {
    ask: ({ payer }) => ({
      text: 'For which number? Type it, or choose 1.',
      options: [{ value: payer, words: `This one, ${grouped(payer)}` }],
    }),
    async hear({ chosen, typed }, purchase, portal) {
      const number = chosen ?? typed
      const line = await portal.lineType(number)
      if ('problem' in line) return { next: 'number', purchase, say: sentence(line.problem.message) }
      if (line.value !== 'PREPAID') return { next: 'number', purchase, say: 'I top up prepaid lines only.' }
      return offersOf[purchase.kind]({ ...purchase, number }, portal)
    },
  },

  amount: {
    ask: ({ limits: { min, max }, trade }) => ({
      text: `How much airtime? From ${airtime(trade, min)} to ${airtime(trade, max)}.`,
    }),
    hear: ({ typed }, purchase, portal) =>
      withWays({ ...purchase, amount: typed.replaceAll(',', '') }, 'amount', portal),
  },

  bundle: {
    ask: ({ offers, trade }) => ({
      text: 'Which bundle?',
      options: offers.map(({ productCode, name, amount }) => ({
        value: productCode,
        words: `${name}, ${sum(trade.currency, amount)}`,
      })),
    }),
    async hear({ chosen }, purchase, portal) {
      const offer = purchase.offers.find(({ productCode }) => productCode === chosen)
      if (offer === undefined) return { next: 'bundle', purchase, say: notInTheList }
      return withWays({ ...purchase, offer, amount: String(offer.amount) }, 'bundle', portal)
    },
  },
} as const satisfies Partial<Record<StepName, Step>>

const offersOf = {
  async airtime(purchase: Purchase, portal: PortalCalls): Promise<Turn> {
    const limits = await portal.limits()
    return 'problem' in limits
      ? { next: 'number', purchase, say: sentence(limits.problem.message) }
      : { next: 'amount', purchase: { ...purchase, limits: limits.value } }
  },

  async bundle(purchase: Purchase, portal: PortalCalls): Promise<Turn> {
    const offers = await portal.offers(purchase.number)
    return 'problem' in offers
      ? { next: 'number', purchase, say: sentence(offers.problem.message) }
      : { next: 'bundle', purchase: { ...purchase, offers: offers.value.slice(0, mostOffers) } }
  },
} as const

/** The portal also says here whether the amount is one that it takes. */
async function withWays(purchase: Purchase, from: StepName, portal: PortalCalls): Promise<Turn> {
  const { number, amount, offer } = purchase
  const ways = await portal.ways({ number, amount, ...(offer && { productCode: offer.productCode }) })
  if ('problem' in ways) return { next: from, purchase, say: sentence(ways.problem.message) }
  return { next: 'way', purchase: { ...purchase, ways: ways.value.filter(({ type }) => knownWays.has(type)) } }
}
