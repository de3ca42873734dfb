import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../core/html.ts'
import { decimalOf, type Sum } from '../core/market.ts'
import type { Issuer } from './bank.ts'
import { type Page, readForm, sendPage } from './page.ts'

/** The stored part of a card. */
export interface CardTrace {
  readonly last4: string
  readonly brand: string
}

/** What a card page needs to know about a payment at any processor. */
export interface CardPayment {
  readonly description: string
  readonly sum: Sum
  card: CardTrace | undefined
  /** The reason that the last card was refused. */
  declineReason: string
  /** The issuer's page for this payment. */
  challengeId: string | undefined
}

/** A card processor, as seen by its hosted page. */
export interface CardProcessor<Payment extends CardPayment> {
  /** The name in the fault panel. */
  readonly provider: string
  readonly name: string
  readonly tint: string
  /** Paths of its page, current and former. The id is `:id`, or the query parameter `ID`. */
  readonly pagePaths: readonly [string, ...string[]]
  /** The page to which the bank returns the cardholder. */
  readonly acsPath: string
  find(id: string): Payment | undefined
  referenceOf(payment: Payment): string
  isOpen(payment: Payment): boolean
  /** Explains why the page of a payment is closed. */
  closedText(payment: Payment): string
  pay(payment: Payment): void
  decline(payment: Payment): void
  cancel(payment: Payment): void
  /** The next page for the visitor, paid or not; undefined where the merchant has not given it. */
  backLink(payment: Payment): string | undefined
}

/** Places the id of a processor in its paths: `/acme/checkout`. */
export const pathsBelow = (path: string) => ({ pagePaths: [`${path}/:id`], acsPath: `${path}/:id/acs-return` }) as const

type CardOutcome = { readonly kind: 'ask the bank' } | { readonly kind: 'declined'; readonly reason: string }

interface TestCard {
  readonly number: string
  readonly brand: string
  readonly label: string
  readonly outcome: CardOutcome
}

const askTheBank: CardOutcome = { kind: 'ask the bank' }

/** The only cards of the sandbox. */
const testCards: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'Visa', label: 'Approved', outcome: askTheBank },
  { number: '5436886269848367', brand: 'Mastercard', label: 'Approved, 3-D Secure', outcome: askTheBank },
  {
    number: '4000000000000002',
    brand: 'Visa',
    label: 'Declined',
    outcome: { kind: 'declined', reason: 'Transaction declined' },
  },
  {
    number: '4000000000009995',
    brand: 'Visa',
    label: 'Declined, insufficient funds',
    outcome: { kind: 'declined', reason: 'Transaction declined - Insufficient funds' },
  },
]

const findCard = (typed: string): TestCard | undefined =>
  testCards.find(({ number }) => number === typed.replace(/[\s-]/g, ''))

const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

const traceOf = ({ number, brand }: Pick<TestCard, 'number' | 'brand'>): CardTrace => ({
  last4: number.slice(-4),
  brand,
})

interface Brand {
  readonly name: string
  readonly tint: string
}

const note = html`<p class="note">Simulated card page. It takes the test cards below and no others: never type a real card.</p>`

function amountText({ minor, currency }: Sum): string {
  const [whole = '', cents = ''] = decimalOf(minor).split('.')
  return `${currency} ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

interface Bill extends Pick<CardPayment, 'description' | 'sum'> {
  readonly reference: string
}

function cardPage({ name, tint }: Brand, { description, reference, sum }: Bill, problem: string | undefined): Page {
  return {
    house: name,
    tint,
    title: 'Pay by card',
    body: html`${note}<main><h1>Pay by card</h1>
${problem !== undefined && html`<p class="bad" role="alert">${problem}</p>`}
<dl><dt>For</dt><dd>${description}</dd><dt>Reference</dt><dd>${reference}</dd>
<dt>Amount</dt><dd class="sum">${amountText(sum)}</dd></dl>
${cardForm()}
<h2>Test cards</h2><form method="post">${testCards.map(cardButton)}</form>
<form method="post"><button class="plain" name="action" value="cancel">Cancel and go back to the shop</button></form></main>`,
  }
}

function cardForm(): Html {
  return html`<form method="post">
<label for="card">Card number</label><input id="card" name="card" inputmode="numeric" autocomplete="off" required>
<div class="pair"><div><label for="expiry">Expiry</label><input id="expiry" name="expiry" autocomplete="off" value="12/30"></div>
<div><label for="cvv">Security code</label><input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" value="123"></div></div>
<button>Pay</button></form>`
}

function cardButton({ number, brand, label }: (typeof testCards)[number]): Html {
  return html`<button class="card" name="card" value="${number}"><span>${brand} ${grouped(number)}</span><b>${label}</b></button>`
}

/** Answers a link without a payable payment. */
function closedPage({ name, tint }: Brand, label: string, backLink: string | undefined): Page {
  return {
    house: name,
    tint,
    title: label,
    body: html`${note}<main><h1>${label}</h1>
${backLink !== undefined && html`<a class="button" href="${backLink}">Back to the shop</a>`}</main>`,
  }
}

interface ById {
  readonly Params: { readonly id?: string }
  readonly Querystring: { readonly ID?: string; readonly challenge?: string }
}
type Form = ById & { readonly Body: URLSearchParams }

const idIn = ({ params, query }: FastifyRequest<ById>): string => params.id ?? query.ID ?? ''

const addressOf = (path: string, id: string): string =>
  path.includes(':id') ? path.replace(':id', id) : `${path}?${new URLSearchParams({ ID: id })}`

/** A processor's hosted card page and its request to the bank. The card number is checked and not stored. */
export function registerHostedCard<Payment extends CardPayment>(
  app: FastifyInstance,
  processor: CardProcessor<Payment>,
  issuer: Issuer,
): void {
  const { provider, pagePaths, acsPath } = processor
  const page = { config: { provider, operation: 'page' } } as const
  readForm(app)

  for (const path of pagePaths) {
    app.get<ById>(path, page, (request, reply) => {
      const payment = processor.find(idIn(request))
      return payment && processor.isOpen(payment)
        ? sendOpen(reply, payment, payment.declineReason || undefined)
        : sendClosed(reply, payment)
    })

    app.post<Form>(path, page, (request, reply) => {
      const payment = processor.find(idIn(request))
      if (payment === undefined || !processor.isOpen(payment)) return sendClosed(reply, payment)
      if (request.body.get('action') !== 'cancel') return tryCard(request, reply, payment)
      processor.cancel(payment)
      return leave(reply, payment)
    })
  }

  app.get<ById>(acsPath, { config: { provider, operation: 'acs-return' } }, (request, reply) => {
    const payment = processor.find(idIn(request))
    if (payment === undefined) return sendClosed(reply, payment)
    const { challenge = '' } = request.query
    const isAwaited = payment.challengeId === challenge && processor.isOpen(payment)
    if (isAwaited) takeDecision(payment, challenge)
    return processor.isOpen(payment)
      ? reply.redirect(addressOf(pagePaths[0], idIn(request)), 303)
      : leave(reply, payment)
  })

  function tryCard(request: FastifyRequest<Form>, reply: FastifyReply, payment: Payment): FastifyReply {
    const { body, protocol, host, url } = request
    const card = findCard(body.get('card') ?? '')
    if (card === undefined) return sendOpen(reply, payment, 'Only the test cards below are accepted.', 422)
    payment.card = traceOf(card)
    if (card.outcome.kind === 'declined') {
      payment.declineReason = card.outcome.reason
      processor.decline(payment)
      return reply.redirect(url, 303)
    }
    const challenge = issuer.challenge({
      merchant: 'Nyanja',
      reference: processor.referenceOf(payment),
      amount: amountText(payment.sum),
      cardLast4: payment.card.last4,
      returnUrl: `${protocol}://${host}${addressOf(acsPath, idIn(request))}`,
    })
    payment.challengeId = challenge.id
    return reply.redirect(challenge.url, 303)
  }

  function takeDecision(payment: Payment, challengeId: string): void {
    const decision = issuer.decisionOn(challengeId)
    if (decision === 'approved') processor.pay(payment)
    if (decision === 'refused') {
      payment.challengeId = undefined
      payment.declineReason = 'Transaction declined - Refused at the bank'
      processor.decline(payment)
    }
  }

  function leave(reply: FastifyReply, payment: Payment): FastifyReply {
    const backLink = processor.backLink(payment)
    return backLink === undefined ? sendClosed(reply, payment) : reply.redirect(backLink, 303)
  }

  function sendOpen(reply: FastifyReply, payment: Payment, problem: string | undefined, status = 200): FastifyReply {
    const { description, sum } = payment
    const bill = { description, sum, reference: processor.referenceOf(payment) }
    return sendPage(reply, cardPage(processor, bill, problem), status)
  }

  function sendClosed(reply: FastifyReply, payment: Payment | undefined): FastifyReply {
    return payment === undefined
      ? sendPage(reply, closedPage(processor, 'This payment does not exist', undefined), 404)
      : sendPage(reply, closedPage(processor, processor.closedText(payment), processor.backLink(payment)))
  }
}
