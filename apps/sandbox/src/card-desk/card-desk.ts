import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { readForm } from '../bank/form.ts'
import { sendPage } from '../bank/page.ts'
import type { CardHouse, CardPayment } from './card-house.ts'
import { amountText, cardPage, closedPage } from './card-page.ts'
import { findCard, traceOf } from './cards.ts'

interface ById {
  readonly Params: { readonly id?: string }
  readonly Querystring: { readonly ID?: string; readonly challenge?: string }
}
type Form = ById & { readonly Body: URLSearchParams }

const idIn = ({ params, query }: FastifyRequest<ById>): string => params.id ?? query.ID ?? ''

const addressOf = (path: string, id: string): string =>
  path.includes(':id') ? path.replace(':id', id) : `${path}?${new URLSearchParams({ ID: id })}`

/** A processor's hosted card page and its errand to the bank. The card itself is looked at and forgotten. */
export function registerCardDesk<Payment extends CardPayment>(
  app: FastifyInstance,
  house: CardHouse<Payment>,
  issuer: Issuer,
): void {
  const { provider, pagePaths, acsPath } = house
  const page = { config: { provider, operation: 'page' } } as const
  readForm(app)

  for (const path of pagePaths) {
    app.get<ById>(path, page, (request, reply) => {
      const payment = house.find(idIn(request))
      return payment && house.isOpen(payment)
        ? sendOpen(reply, payment, payment.declineReason || undefined)
        : sendClosed(reply, payment)
    })

    app.post<Form>(path, page, (request, reply) => {
      const payment = house.find(idIn(request))
      if (payment === undefined || !house.isOpen(payment)) return sendClosed(reply, payment)
      if (request.body.get('action') !== 'cancel') return tryCard(request, reply, payment)
      house.cancel(payment)
      return leave(reply, payment)
    })
  }

  app.get<ById>(acsPath, { config: { provider, operation: 'acs-return' } }, (request, reply) => {
    const payment = house.find(idIn(request))
    if (payment === undefined) return sendClosed(reply, payment)
    const { challenge = '' } = request.query
    const isAwaited = payment.challengeId === challenge && house.isOpen(payment)
    if (isAwaited) takeDecision(payment, challenge)
    return house.isOpen(payment) ? reply.redirect(addressOf(pagePaths[0], idIn(request)), 303) : leave(reply, payment)
  })

  function tryCard(request: FastifyRequest<Form>, reply: FastifyReply, payment: Payment): FastifyReply {
    const { body, protocol, host, url } = request
    const card = findCard(body.get('card') ?? '')
    if (card === undefined) return sendOpen(reply, payment, 'Only the test cards below are accepted.', 422)
    payment.card = traceOf(card)
    if (card.outcome.kind === 'declined') {
      payment.declineReason = card.outcome.reason
      house.decline(payment)
      return reply.redirect(url, 303)
    }
    const challenge = issuer.challenge({
      merchant: 'Nyanja',
      reference: house.referenceOf(payment),
      amount: amountText(payment.sum),
      cardLast4: payment.card.last4,
      returnUrl: `${protocol}://${host}${addressOf(acsPath, idIn(request))}`,
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

  function leave(reply: FastifyReply, payment: Payment): FastifyReply {
    const wayBack = house.wayBack(payment)
    return wayBack === undefined ? sendClosed(reply, payment) : reply.redirect(wayBack, 303)
  }

  function sendOpen(reply: FastifyReply, payment: Payment, problem: string | undefined, status = 200): FastifyReply {
    const { description, sum } = payment
    const bill = { description, sum, reference: house.referenceOf(payment) }
    return sendPage(reply, cardPage(house, bill, problem), status)
  }

  function sendClosed(reply: FastifyReply, payment: Payment | undefined): FastifyReply {
    return payment === undefined
      ? sendPage(reply, closedPage(house, 'This payment does not exist', undefined), 404)
      : sendPage(reply, closedPage(house, house.closedWords(payment), house.wayBack(payment)))
  }
}
