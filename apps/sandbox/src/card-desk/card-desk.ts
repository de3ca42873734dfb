import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { readForm } from '../bank/form.ts'
import { sendPage } from '../bank/page.ts'
import { findCard, traceOf } from '../dpo/cards.ts'
import { amountText } from '../dpo/hosted-page.ts'
import type { CardHouse, CardPayment } from './card-house.ts'
import { cardPage, closedPage } from './card-page.ts'

interface ById {
  readonly Params: { readonly id: string }
}
type Form = ById & { readonly Body: URLSearchParams }
type FromBank = ById & { readonly Querystring: { readonly challenge?: string } }

/** A processor's hosted card page and its errand to the bank. The card itself is looked at and forgotten. */
export function registerCardDesk<Payment extends CardPayment>(
  app: FastifyInstance,
  house: CardHouse<Payment>,
  issuer: Issuer,
): void {
  const { provider, path } = house
  const page = { config: { provider, operation: 'page' } } as const
  readForm(app)

  app.get<ById>(`${path}/:id`, page, ({ params }, reply) => {
    const payment = house.find(params.id)
    return payment && house.isOpen(payment)
      ? sendPage(reply, cardPage(house, payment, payment.declineReason || undefined))
      : sendClosed(reply, house, payment)
  })

  app.post<Form>(`${path}/:id`, page, (request, reply) => {
    const payment = house.find(request.params.id)
    if (payment === undefined || !house.isOpen(payment)) return sendClosed(reply, house, payment)
    if (request.body.get('action') !== 'cancel') return tryCard(request, reply, payment)
    house.cancel(payment)
    return reply.redirect(house.wayBack(payment), 303)
  })

  app.get<FromBank>(
    `${path}/:id/acs-return`,
    { config: { provider, operation: 'acs-return' } },
    ({ params, query: { challenge = '' } }, reply) => {
      const payment = house.find(params.id)
      if (payment === undefined) return sendClosed(reply, house, payment)
      const isAwaited = payment.challengeId === challenge && house.isOpen(payment)
      if (isAwaited) takeDecision(payment, challenge)
      return reply.redirect(house.isOpen(payment) ? `${path}/${payment.id}` : house.wayBack(payment), 303)
    },
  )

  function tryCard({ body, protocol, host, url }: FastifyRequest<Form>, reply: FastifyReply, payment: Payment) {
    const card = findCard(body.get('card') ?? '')
    if (card === undefined) {
      return sendPage(reply, cardPage(house, payment, 'Only the test cards below are accepted.'), 422)
    }
    payment.card = traceOf(card)
    if (card.outcome.kind === 'declined') {
      payment.declineReason = card.outcome.reason
      house.decline(payment)
      return reply.redirect(url, 303)
    }
    const challenge = issuer.challenge({
      merchant: 'Nyanja',
      reference: payment.reference,
      amount: amountText(payment),
      cardLast4: payment.card.last4,
      returnUrl: `${protocol}://${host}${path}/${payment.id}/acs-return`,
    })
    payment.challengeId = challenge.id
    return reply.redirect(challenge.url, 303)
  }

  function takeDecision(payment: Payment, challengeId: string): void {
    const decision = issuer.decisionOn(challengeId)
    if (decision === 'approved') house.pay(payment)
    if (decision === 'refused') {
      payment.challengeId = undefined
      payment.declineReason = 'Transaction declined - Refused at the bank'
      house.decline(payment)
    }
  }
}

function sendClosed<Payment extends CardPayment>(
  reply: FastifyReply,
  house: CardHouse<Payment>,
  payment: Payment | undefined,
): FastifyReply {
  if (payment === undefined) {
    return sendPage(reply, closedPage(house, 'This payment does not exist', undefined), 404)
  }
  return sendPage(reply, closedPage(house, house.closedWords(payment), house.wayBack(payment)))
}
