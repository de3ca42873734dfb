import { numberAt, textAt } from '../core/bodies.ts'
import {
  airtime,
  type ChatLine,
  type Conversation,
  describePrice,
  describePurchase,
  emptyPurchase,
  grouped,
  notInTheList,
  type Purchase,
  type Step,
  type StepName,
  type StepResult,
  sentence,
  sum,
  type Trade,
} from './conversation.ts'
import type { Answer, PortalCalls } from './portal-client.ts'

/** The payment mode of each method, on the wire. */
const modes: Readonly<Record<string, string>> = { AM: 'NYANJA_MONEY_PUSH', AIRTIME: 'AIR_TIME', MPESA: 'MPESA' }
const wrongCode = '2003'

const paySteps = {
  method: {
    ask: (purchase) => ({
      text: `${describePurchase(purchase)}. How do you want to pay?`,
      options: purchase.methods.map(({ type, name }) => ({ value: type, label: name })),
    }),
    async hear({ chosen: method }, purchase, portal) {
      if (method === undefined) return { next: 'method', purchase, announce: notInTheList }
      if (method !== 'AIRTIME') return pay({ ...purchase, method }, portal)
      const sent = await portal.sendCode(purchase.payer)
      return 'problem' in sent
        ? { next: 'method', purchase, announce: sentence(sent.problem.message) }
        : { next: 'code', purchase: { ...purchase, method, refId: sent.value } }
    },
  },

  code: {
    ask: ({ payer }) => ({
      text: `Type the 6-digit code that came by SMS to ${grouped(payer)}.`,
      options: [{ value: 'again', label: 'Send me another code' }],
    }),
    async hear({ chosen, typed }, purchase, portal) {
      if (chosen === 'again') return anotherCode(purchase, portal)
      const otp = typed.replace(/\D/g, '')
      return otp.length === 6
        ? checkCode(purchase, otp, portal)
        : { next: 'code', purchase, announce: 'A code has 6 digits.' }
    },
  },

  confirm: {
    ask: (purchase) => ({
      text: `Take ${describePrice(purchase)} from the airtime of ${grouped(purchase.payer)}?`,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    }),
    async hear({ chosen }, purchase, portal) {
      if (chosen === 'yes') return pay(purchase, portal)
      return chosen === 'no' ? { next: 'method', purchase } : { next: 'confirm', purchase, announce: notInTheList }
    },
  },

  waiting: {
    ask: ({ method }) => ({
      text: method === 'AIRTIME' ? 'I am taking it from your airtime.' : 'Look at your phone and type your PIN there.',
    }),
    // The watcher of the payment informs the customer.
    hear: async (_reply, purchase) => ({ next: 'waiting', purchase, announce: 'Nothing has come yet.' }),
  },
} as const satisfies Partial<Record<StepName, Step>>

async function anotherCode(purchase: Purchase, portal: PortalCalls): Promise<StepResult> {
  const sent = await portal.resendCode(purchase.refId)
  const announce = 'problem' in sent ? sentence(sent.problem.message) : 'I have sent another one.'
  return { next: 'code', purchase, announce }
}

async function checkCode(purchase: Purchase, otp: string, portal: PortalCalls): Promise<StepResult> {
  const verified = await portal.verifyCode(purchase.refId, otp)
  if ('value' in verified) return { next: 'confirm', purchase: { ...purchase, uniqueCode: verified.value } }
  const { code, message, result } = verified.problem
  if (code !== wrongCode) return { next: 'method', purchase, announce: sentence(message) }
  const left = numberAt(result, 'attemptsLeft') ?? 0
  return { next: 'code', purchase, announce: `${sentence(message)} ${left} attempts left.` }
}

async function pay(purchase: Purchase, portal: PortalCalls): Promise<StepResult> {
  const { number, payer, amount, offer, method, uniqueCode } = purchase
  const mode = modes[method] ?? method
  const begun = await portal.initiate({
    ...{ number, payer, amount, mode },
    ...(offer && { productCode: offer.productCode }),
    ...(method === 'AIRTIME' && uniqueCode !== undefined && { uniqueCode }),
  })
  if ('problem' in begun) return { next: 'method', purchase, announce: sentence(begun.problem.message) }
  const processed = await portal.process(begun.value, mode)
  // A missing answer is not a refusal: the payment may be in progress.
  return processed.isGood || processed.code === ''
    ? { next: 'waiting', purchase: { ...purchase, transactionId: begun.value } }
    : { next: 'method', purchase, announce: sentence(processed.message) }
}

const mostOffers = 20

/** Payment methods that a chat supports. */
const knownMethods = new Set(['AM', 'AIRTIME', 'MPESA'])

/** The product and the receiver. */
const buySteps = {
  menu: {
    ask: () => ({
      text: 'Moni! What do you want to buy?',
      options: [
        { value: 'airtime', label: 'Airtime' },
        { value: 'bundle', label: 'A bundle' },
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
      options: [{ value: payer, label: `This one, ${grouped(payer)}` }],
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
        label: `${name}, ${sum(trade.currency, amount)}`,
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
  async airtime(purchase: Purchase, portal: PortalCalls): Promise<StepResult> {
    const limits = await portal.limits()
    return 'problem' in limits
      ? { next: 'number', purchase, announce: sentence(limits.problem.message) }
      : { next: 'amount', purchase: { ...purchase, limits: limits.value } }
  },

  async bundle(purchase: Purchase, portal: PortalCalls): Promise<StepResult> {
    const offers = await portal.offers(purchase.number)
    return 'problem' in offers
      ? { next: 'number', purchase, announce: sentence(offers.problem.message) }
      : { next: 'bundle', purchase: { ...purchase, offers: offers.value.slice(0, mostOffers) } }
  },
} as const

/** The portal also validates the amount here. */
async function withMethods(purchase: Purchase, from: StepName, portal: PortalCalls): Promise<StepResult> {
  const { number, amount, offer } = purchase
  const methods = await portal.methods({ number, amount, ...(offer && { productCode: offer.productCode }) })
  if ('problem' in methods) return { next: from, purchase, announce: sentence(methods.problem.message) }
  return {
    next: 'method',
    purchase: { ...purchase, methods: methods.value.filter(({ type }) => knownMethods.has(type)) },
  }
}

const steps: Readonly<Record<StepName, Step>> = { ...buySteps, ...paySteps }

const linesKept = 200
const restart = '0'
const backLink = 'Type 0 to start again.'

export interface GuidedPurchaseOptions {
  readonly portal: PortalCalls
  readonly trade: Trade
  readonly now: () => Date
}

/** Guides a customer through a purchase, one question at a time. */
export class GuidedPurchase {
  readonly #options: GuidedPurchaseOptions

  constructor(options: GuidedPurchaseOptions) {
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
    if (isWaiting && transactionId !== undefined && (await this.checkPayment(conversation, transactionId))) return
    this.#ask(conversation, await this.#stepAfter(conversation, typed))
  }

  /** Checks one payment. It is true once the customer was informed of its end. */
  async checkPayment(conversation: Conversation, transactionId: string): Promise<boolean> {
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

  async #stepAfter({ step, options, purchase, msisdn }: Conversation, typed: string): Promise<StepResult> {
    if (typed === restart) return { next: 'menu', purchase: emptyPurchase(msisdn, this.#options.trade) }
    const chosen = options[Number(typed) - 1]?.value
    return steps[step].hear({ typed, chosen }, purchase, this.#options.portal)
  }

  #ask(conversation: Conversation, { next, purchase, announce }: StepResult): void {
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

/** Returns the message about a final payment. It is undefined while the payment is not final. */
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
