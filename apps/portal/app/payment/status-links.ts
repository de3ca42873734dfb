import { onceMore } from '@nyanja/domain/page-links'
import { awaitsPin } from '@nyanja/domain/payments/payment-pages'
import { fill } from '@nyanja/domain/texts/fill'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Hrefs } from '../hrefs.ts'
import type { CustomerStage } from '../order/customer-stage.ts'
import type { PaymentTexts } from '../order/order-facts.ts'
import type { IconName } from '../ui/icon.tsx'
import { isWalletBlocked } from './status-texts.ts'

export interface StatusAction {
  readonly href: string
  readonly text: string
}

export interface StatusLink extends StatusAction {
  readonly icon?: IconName
}

export interface NextStepContext {
  readonly texts: PaymentTexts
  readonly to: Hrefs
  readonly now: number
  readonly careNumber: string
  readonly paymentId: string
  readonly holdsOrder: boolean
  /** Leads to the same purchase once more, where that is offered. */
  readonly again?: StatusAction
}

interface Targets {
  readonly texts: PaymentTexts
  /** The holder of the order's id may continue paying it, as long as it is open. */
  readonly pay?: string
  readonly gatewayRedirect?: string
  /** The page that the visitor came from. */
  readonly from: string
}

type Choose = (targets: Targets) => StatusAction | undefined

const returning: Choose = ({ texts, from }) => ({ href: from, text: texts.return })
const payAgain: Choose = ({ texts, pay, from }) => ({ href: pay ?? from, text: texts.tryAgain })
const payOtherwise: Choose = ({ texts, pay, from }) => ({ href: pay ?? from, text: texts.otherMethod })
const payNow: Choose = ({ texts, pay }) => actionTo(pay, texts.payNow)
const cardPage: Choose = ({ texts, gatewayRedirect }) => actionTo(gatewayRedirect, texts.handOverButton)

function actionTo(href: string | undefined, text: string): StatusAction | undefined {
  return href === undefined ? undefined : { href, text }
}

/** The one thing to press, if there is one. */
const actions: Readonly<Partial<Record<CustomerStage, Choose>>> = {
  registered: payNow,
  at_page: cardPage,
  checking: cardPage,
  done: returning,
  refused: payAgain,
  cancelled: payAgain,
  expired: payAgain,
  refunded: payAgain,
  refunding: returning,
  by_hand: returning,
  refund_due: returning,
}

const careStages: ReadonlySet<CustomerStage> = new Set([
  'late',
  'unsure',
  'done',
  'refund_due',
  'refunding',
  'by_hand',
  'review',
])
const otherMethodStages: ReadonlySet<CustomerStage> = new Set(['at_page', 'checking'])
const finalStages: ReadonlySet<CustomerStage> = new Set(['done', 'refused', 'cancelled', 'expired', 'refunded'])

/** The result of the payment is unknown, and the visitor need not wait for it. */
export function maySwitch(customerStage: CustomerStage, payment: OrderedPayment, context: NextStepContext): boolean {
  return otherMethodStages.has(customerStage) && targetsOf(payment, context).pay !== undefined
}

/** Returns the one action and the further links of the page. */
export function nextSteps(
  customerStage: CustomerStage,
  payment: OrderedPayment,
  context: NextStepContext,
): { action?: StatusAction; links: StatusLink[] } {
  const { texts, to, now, careNumber, paymentId, holdsOrder, again } = context
  const targets = targetsOf(payment, context)
  const isLongDone = customerStage === 'done' && now >= payment.order.expiresAt
  // On a fresh receipt a large button to buy again would look as if nothing had been bought.
  const action = isLongDone && again !== undefined ? again : chooseFor(customerStage, payment)?.(targets)
  const links: readonly (StatusLink | false | undefined)[] = [
    !finalStages.has(customerStage) && {
      href: onceMore(to.status(paymentId, holdsOrder ? payment.order.id : undefined), now),
      text: texts.checkNow,
    },
    otherMethodStages.has(customerStage) && targets.pay !== undefined && { href: targets.pay, text: texts.otherMethod },
    customerStage === 'done' && again !== undefined && action !== again && { ...again, icon: 'return' },
    careStages.has(customerStage) && {
      href: `tel:${careNumber}`,
      text: fill(texts.callCare, { number: careNumber }),
      icon: 'call',
    },
    action?.href !== targets.from && { href: targets.from, text: texts.return },
  ]
  return { ...(action && { action }), links: links.filter((link) => link !== false && link !== undefined) }
}

function chooseFor(customerStage: CustomerStage, payment: OrderedPayment): Choose | undefined {
  if (isOver(payment)) return returning
  return isWalletBlocked(payment.attempt) ? payOtherwise : actions[customerStage]
}

/** The payment is delivered and refunded: nothing is left that could be paid again. */
const isOver = ({ delivery, refund }: OrderedPayment) => delivery?.state === 'delivered' && refund?.state === 'refunded'

function targetsOf({ attempt, order }: OrderedPayment, { texts, to, now, holdsOrder }: NextStepContext): Targets {
  const from = fromOf(order.redirectPage, to)
  if (!holdsOrder || order.expiresAt <= now) return { texts, from }
  const canReturnToGateway =
    attempt.checkoutType === 'redirect' && attempt.gatewayUrl !== undefined && now < attempt.expiresAt
  return {
    texts,
    from,
    ...(mayPay(attempt) && {
      pay: awaitsPin(attempt)
        ? to.paymentPin({ order: order.id })
        : to.paymentStart({ order: order.id, ...currencyOf(attempt) }),
    }),
    ...(canReturnToGateway && { gatewayRedirect: to.gatewayRedirect(order.id) }),
  }
}

/** A payer in another currency than the order's is offered the same again. */
const currencyOf = ({ quote }: OrderedPayment['attempt']) => quote && { currency: quote.charged.currency }

/** A prompt on a handset, a PIN with its wallet or a debit must end before the order can be paid otherwise. */
function mayPay(attempt: OrderedPayment['attempt']): boolean {
  return attempt.checkoutType === 'redirect' || awaitsPin(attempt) || !undecided.has(attempt.state)
}

const undecided: ReadonlySet<string> = new Set(['created', 'handing_over', 'waiting'])

/** Orders keep plain paths; the page they lead to is in the language of this one. */
function fromOf(redirectPage: string, to: Hrefs): string {
  return `${to.home() === '/' ? '' : to.home()}${redirectPage}`
}
