import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { readForm } from '../bank/form.ts'
import { sendPage } from '../bank/page.ts'
import { findCard, traceOf } from './cards.ts'
import type { Desk } from './desk.ts'
import { amountText, cardPage, closedPage } from './hosted-page.ts'
import type { Verdict } from './results.ts'
import { backUrlOf, redirectUrlOf } from './return-urls.ts'
import { settle } from './settle.ts'
import type { Transaction } from './transaction.ts'

interface ById {
  readonly Querystring: { readonly ID?: string; readonly TransactionToken?: string }
}

const page = { config: { provider: 'dpo', operation: 'page' } } as const

/** The hosted card page. The card itself is looked at and forgotten. */
export function registerPageRoutes(app: FastifyInstance, desk: Desk, issuer: Issuer): void {
  const { ledger } = desk
  readForm(app)

  for (const path of ['/dpo/payv2.php', '/dpo/payv3.php']) {
    app.get<ById>(path, page, ({ query }, reply) => {
      const transaction = ledger.byToken(query.ID ?? '')
      return transaction && ledger.canBePaid(transaction)
        ? sendPage(reply, cardPage(transaction, transaction.declineReason || undefined))
        : sendClosed(reply, transaction)
    })

    app.post<ById & { readonly Body: URLSearchParams }>(path, page, (request, reply) => {
      const transaction = ledger.byToken(request.query.ID ?? '')
      if (transaction === undefined || !ledger.canBePaid(transaction)) return sendClosed(reply, transaction)
      if (request.body.get('action') === 'cancel') return leave(reply, transaction, backUrlOf(transaction))
      return tryCard(request, reply, transaction)
    })
  }

  app.get<{ readonly Querystring: { readonly ID?: string; readonly challenge?: string } }>(
    '/dpo/acs-return',
    { config: { provider: 'dpo', operation: 'acs-return' } },
    ({ query: { ID = '', challenge = '' } }, reply) => {
      const transaction = ledger.byToken(ID)
      if (transaction === undefined) return sendClosed(reply, transaction)
      const isAwaited = transaction.challengeId === challenge && ledger.canBePaid(transaction)
      if (isAwaited) takeDecision(transaction, challenge)
      return transaction.payment
        ? leave(reply, transaction, redirectUrlOf(transaction))
        : reply.redirect(`/dpo/payv2.php?ID=${transaction.token}`, 303)
    },
  )

  function tryCard(
    { body, protocol, host, url }: FastifyRequest<{ Body: URLSearchParams }>,
    reply: FastifyReply,
    transaction: Transaction,
  ): FastifyReply {
    const card = findCard(body.get('card') ?? '')
    if (card === undefined)
      return sendPage(reply, cardPage(transaction, 'Only the test cards below are accepted.'), 422)
    transaction.card = traceOf(card)
    if (card.outcome.kind === 'declined') {
      transaction.declineReason = card.outcome.reason
      settle(transaction, 'declined', desk)
      return reply.redirect(url, 303)
    }
    const challenge = issuer.challenge({
      merchant: 'Nyanja',
      reference: transaction.companyRef,
      amount: amountText(transaction),
      cardLast4: transaction.card.last4,
      returnUrl: `${protocol}://${host}/dpo/acs-return?ID=${transaction.token}`,
    })
    transaction.challengeId = challenge.id
    return reply.redirect(challenge.url, 303)
  }

  function takeDecision(transaction: Transaction, challengeId: string): void {
    const decision = issuer.decisionOn(challengeId)
    if (decision === 'approved') settle(transaction, 'paid', desk)
    if (decision === 'refused') {
      transaction.challengeId = undefined
      transaction.declineReason = 'Transaction declined - Refused at the bank'
      settle(transaction, 'declined', desk)
    }
  }
}

const closedWords: Partial<Record<Verdict, string>> = {
  '000': 'This payment is done',
  '903': 'The time for this payment has passed',
  '904': 'This payment was cancelled',
}

function sendClosed(reply: FastifyReply, transaction: Transaction | undefined): FastifyReply {
  if (transaction === undefined) return sendPage(reply, closedPage('This payment does not exist', undefined), 404)
  const back = transaction.payment ? redirectUrlOf(transaction) : backUrlOf(transaction)
  return sendPage(reply, closedPage(closedWords[transaction.verdict] ?? 'This payment is being processed', back))
}

function leave(reply: FastifyReply, transaction: Transaction, url: string | undefined): FastifyReply {
  return url === undefined ? sendClosed(reply, transaction) : reply.redirect(url, 303)
}
