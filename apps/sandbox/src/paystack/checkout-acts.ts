import type { Issuer } from '../bank/bank.ts'
import { beginCard, beginTransfer } from './attempt.ts'
import { amountText } from './checkout-page.ts'
import { type CardOutcome, fail, findCard, isPast, isTestWallet, payBy, type TestCard, traceOf } from './endings.ts'
import { canBePaid, type Simulation, type Transaction } from './ledger.ts'

interface Deed {
  readonly transaction: Transaction
  readonly body: URLSearchParams
  readonly simulation: Simulation
  readonly issuer: Issuer
  /** The page to which the issuer returns the cardholder. */
  readonly returnUrl: string
}

type ActResult =
  | { readonly outcome: 'problem'; readonly message: string }
  | { readonly outcome: 'leaves'; readonly url: string }
  | { readonly outcome: 'done' }

const done: ActResult = { outcome: 'done' }
const problem = (message: string): ActResult => ({ outcome: 'problem', message })

export type Act = (deed: Deed) => ActResult

/** The customer's actions on the page. */
export const acts: Readonly<Record<string, Act>> = {
  card: tryCard,
  pin: (deed) => answerStep(deed, 'pin'),
  otp: (deed) => answerStep(deed, 'otp'),

  phone({ transaction, body, simulation }) {
    if (!isTestWallet(body.get('phone') ?? '')) return problem('Only the test wallets below are accepted.')
    payBy(transaction, 'mobile_money', simulation)
    return done
  },

  transfer({ transaction, simulation }) {
    beginTransfer(transaction, simulation)
    return done
  },
}

function tryCard(deed: Deed): ActResult {
  const { body, simulation, transaction } = deed
  const card = findCard(body.get('card') ?? '')
  if (card === undefined) return problem('Only the test cards below are accepted.')
  if (isPast(body.get('expiry') ?? '', simulation.now())) return problem('The card has expired.')
  if (body.get('cvv') !== card.cvv) return problem('The security code is not the one of this test card.')
  transaction.card = traceOf(card)
  return byOutcome[card.outcome.kind](card, deed)
}

const byOutcome: Readonly<Record<CardOutcome['kind'], (card: TestCard, deed: Deed) => ActResult>> = {
  'ask the bank': (card, { transaction, simulation, issuer, returnUrl }) => {
    const challenge = issuer.challenge({
      merchant: 'Nyanja',
      reference: transaction.reference,
      amount: amountText(transaction),
      cardLast4: card.number.slice(-4),
      returnUrl,
    })
    beginCard(transaction, { card: card.number, step: 'bank' }, simulation)
    transaction.challenge = challenge
    return { outcome: 'leaves', url: challenge.url }
  },
  'ask the holder': (card, { transaction, simulation }) => {
    beginCard(transaction, { card: card.number, step: 'pin' }, simulation)
    return done
  },
  declined: ({ outcome }, { transaction }) => {
    transaction.channel = 'card'
    fail(transaction, 'label' in outcome ? outcome.label : 'Declined')
    return done
  },
}

const wrongCodeText = { pin: 'Incorrect PIN', otp: 'Incorrect code' } as const

function answerStep({ transaction, body, simulation }: Deed, step: 'pin' | 'otp'): ActResult {
  const { awaited } = transaction
  const outcome = findCard(awaited?.card ?? '')?.outcome
  if (awaited?.step !== step || outcome?.kind !== 'ask the holder') return done
  if (body.get(step) !== outcome[step]) {
    fail(transaction, wrongCodeText[step])
    return done
  }
  if (step === 'pin' && outcome.otp !== undefined) beginCard(transaction, { ...awaited, step: 'otp' }, simulation)
  else payBy(transaction, 'card', simulation)
  return done
}

/** Asks the issuer, and ignores the query of the address. */
export function takeDecision(
  transaction: Transaction,
  challengeId: string,
  { simulation, issuer }: Pick<Deed, 'simulation' | 'issuer'>,
): void {
  if (transaction.challenge?.id !== challengeId || !canBePaid(transaction)) return
  const decision = issuer.decisionOn(challengeId)
  if (decision === undefined) return
  transaction.challenge = undefined
  if (decision === 'approved') payBy(transaction, 'card', simulation)
  else fail(transaction, 'Declined by the bank')
}
