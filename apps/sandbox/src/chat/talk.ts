import { numberAt, textAt } from '../core/json.ts'
import { airtime, grouped, sentence, sum } from './chat-texts.ts'
import type { Purchase } from './conversation.ts'
import { type ChatLine, type Conversation, emptyPurchase, type StepName, type Trade } from './conversation.ts'
import { paySteps } from './pay-steps.ts'
import type { PortalCalls } from './portal-calls.ts'
import type { Answer } from './portal-client.ts'
import type { Step, Turn } from './step.ts'
import { notInTheList } from './step.ts'

const mostOffers = 20

/** Those that a chat can lead through. */
const knownMethods = new Set(['AM', 'AIRTIME', 'MPESA'])

/** What is bought, and for whom. */
const buySteps = {
  menu: {
    ask: () => ({
      text: 'Moni! What do you want to buy?',
      options: [
        { value: 'airtime', words: 'Airtime' },
        { value: 'bundle', words: 'A bundle' },
      ],
    }),
    async hear({ chosen }, purchase) {
      if (chosen !== 'airtime' && chosen !== 'bundle') return { next: 'menu', purchase, announce: notInTheList }
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
      if ('problem' in line) return { next: 'number', purchase, announce: sentence(line.problem.message) }
      if (line.value !== 'PREPAID') return { next: 'number', purchase, announce: 'I top up prepaid lines only.' }
      return offersOf[purchase.kind]({ ...purchase, number }, portal)
    },
  },

  amount: {
    ask: ({ limits: { min, max }, trade }) => ({
      text: `How much airtime? From ${airtime(trade, min)} to ${airtime(trade, max)}.`,
    }),
    hear: ({ typed }, purchase, portal) =>
      withMethods({ ...purchase, amount: typed.replaceAll(',', '') }, 'amount', portal),
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
      if (offer === undefined) return { next: 'bundle', purchase, announce: notInTheList }
      return withMethods({ ...purchase, offer, amount: String(offer.amount) }, 'bundle', portal)
    },
  },
} as const satisfies Partial<Record<StepName, Step>>

const offersOf = {
  async airtime(purchase: Purchase, portal: PortalCalls): Promise<Turn> {
    const limits = await portal.limits()
    return 'problem' in limits
      ? { next: 'number', purchase, announce: sentence(limits.problem.message) }
      : { next: 'amount', purchase: { ...purchase, limits: limits.value } }
  },

  async bundle(purchase: Purchase, portal: PortalCalls): Promise<Turn> {
    const offers = await portal.offers(purchase.number)
    return 'problem' in offers
      ? { next: 'number', purchase, announce: sentence(offers.problem.message) }
      : { next: 'bundle', purchase: { ...purchase, offers: offers.value.slice(0, mostOffers) } }
  },
} as const

/** The portal also says here whether the amount is one that it takes. */
async function withMethods(purchase: Purchase, from: StepName, portal: PortalCalls): Promise<Turn> {
  const { number, amount, offer } = purchase
  const ways = await portal.ways({ number, amount, ...(offer && { productCode: offer.productCode }) })
  if ('problem' in ways) return { next: from, purchase, announce: sentence(ways.problem.message) }
  return { next: 'way', purchase: { ...purchase, ways: ways.value.filter(({ type }) => knownMethods.has(type)) } }
}

const steps: Readonly<Record<StepName, Step>> = { ...buySteps, ...paySteps }

const linesKept = 200
const restart = '0'
const backLink = 'Type 0 to start again.'

export interface TalkOptions {
  readonly portal: PortalCalls
  readonly trade: Trade
  readonly now: () => Date
}

/** Leads a customer through a purchase, one question at a time. */
export class Talk {
  readonly #options: TalkOptions

  constructor(options: TalkOptions) {
    this.#options = options
  }

  begin(msisdn: string): Conversation {
    const purchase = emptyPurchase(msisdn, this.#options.trade)
    const conversation: Conversation = { msisdn, lines: [], options: [], step: 'menu', purchase, watched: [] }
    this.#ask(conversation, { next: 'menu', purchase })
    return conversation
  }

  async hear(conversation: Conversation, text: string): Promise<void> {
    this.#add(conversation, { from: 'customer', text, options: [] })
    const typed = text.trim()
    const { transactionId } = conversation.purchase
    const isWaiting = conversation.step === 'waiting' && typed !== restart
    if (isWaiting && transactionId !== undefined && (await this.look(conversation, transactionId))) return
    this.#ask(conversation, await this.#turnAfter(conversation, typed))
  }

  /** Looks after one payment. True once the customer has been told how it ended. */
  async look(conversation: Conversation, transactionId: string): Promise<boolean> {
    if (!conversation.watched.includes(transactionId)) return true
    const end = endIn(await this.#options.portal.status(transactionId))
    if (end === undefined) return false
    conversation.watched = conversation.watched.filter((each) => each !== transactionId)
    const { step, purchase, msisdn } = conversation
    const isAboutIt = step === 'waiting' && purchase.transactionId === transactionId
    if (isAboutIt)
      this.#ask(conversation, { next: 'menu', purchase: emptyPurchase(msisdn, this.#options.trade), announce: end })
    else this.#add(conversation, { from: 'nyanja', text: end, options: [] })
    return true
  }

  async #turnAfter({ step, options, purchase, msisdn }: Conversation, typed: string): Promise<Turn> {
    if (typed === restart) return { next: 'menu', purchase: emptyPurchase(msisdn, this.#options.trade) }
    const chosen = options[Number(typed) - 1]?.value
    return steps[step].hear({ typed, chosen }, purchase, this.#options.portal)
  }

  #ask(conversation: Conversation, { next, purchase, announce }: Turn): void {
    const { text, options = [] } = steps[next].ask(purchase)
    const { transactionId } = purchase
    if (next === 'waiting' && transactionId !== undefined && !conversation.watched.includes(transactionId))
      conversation.watched = [...conversation.watched, transactionId]
    Object.assign(conversation, { step: next, purchase, options })
    const whole = [announce, text, next !== 'menu' && backLink].filter(Boolean).join('\n')
    this.#add(conversation, { from: 'nyanja', text: whole, options })
  }

  #add(conversation: Conversation, line: Omit<ChatLine, 'at'>): void {
    const at = this.#options.now().toISOString()
    conversation.lines = [...conversation.lines, { ...line, at }].slice(-linesKept)
  }
}

/** What to tell the customer of a payment that is over. Undefined while it is not. */
function endIn({ isGood, result }: Answer): string | undefined {
  const status = isGood ? textAt(result, 'status') : undefined
  const reference = `Reference ${textAt(result, 'refTransactionId')}.`
  if (status === 'SUCCESS') {
    const bundle = textAt(result, 'bundleDescription')
    const what = bundle ?? `${sum(textAt(result, 'currencyCode') ?? '', numberAt(result, 'amount') ?? 0)} of airtime`
    return `Thank you! ${what} is on ${textAt(result, 'mobileNumber')}. ${reference}`
  }
  if (status !== 'FAILED') return undefined
  const reason = textAt(result, 'statusReason')
  return `Not successful.${reason === undefined ? '' : ` ${sentence(reason)}`} ${reference}`
}
