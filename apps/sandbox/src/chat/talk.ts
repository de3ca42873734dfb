import { buySteps } from './buy-steps.ts'
import { type ChatLine, type Conversation, emptyPurchase, type StepName, type Trade } from './conversation.ts'
import { endIn } from './endings.ts'
import { paySteps } from './pay-steps.ts'
import type { PortalCalls } from './portal-calls.ts'
import type { Step, Turn } from './step.ts'

const steps: Readonly<Record<StepName, Step>> = { ...buySteps, ...paySteps }

const linesKept = 200
const restart = '0'
const wayBack = 'Type 0 to start again.'

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
      this.#ask(conversation, { next: 'menu', purchase: emptyPurchase(msisdn, this.#options.trade), say: end })
    else this.#add(conversation, { from: 'nyanja', text: end, options: [] })
    return true
  }

  async #turnAfter({ step, options, purchase, msisdn }: Conversation, typed: string): Promise<Turn> {
    if (typed === restart) return { next: 'menu', purchase: emptyPurchase(msisdn, this.#options.trade) }
    const chosen = options[Number(typed) - 1]?.value
    return steps[step].hear({ typed, chosen }, purchase, this.#options.portal)
  }

  #ask(conversation: Conversation, { next, purchase, say }: Turn): void {
    const { text, options = [] } = steps[next].ask(purchase)
    const { transactionId } = purchase
    if (next === 'waiting' && transactionId !== undefined && !conversation.watched.includes(transactionId))
      conversation.watched = [...conversation.watched, transactionId]
    Object.assign(conversation, { step: next, purchase, options })
    const whole = [say, text, next !== 'menu' && wayBack].filter(Boolean).join('\n')
    this.#add(conversation, { from: 'nyanja', text: whole, options })
  }

  #add(conversation: Conversation, line: Omit<ChatLine, 'at'>): void {
    const at = this.#options.now().toISOString()
    conversation.lines = [...conversation.lines, { ...line, at }].slice(-linesKept)
  }
}
