import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { readForm, sendPage } from '../bank/page.ts'
import type { JsonObject } from '../core/bodies.ts'
import { leave } from './attempt.ts'
import { type Act, acts, takeDecision } from './checkout-acts.ts'
import { bankPage, closedPage, payPage, type Showing, stepPage } from './checkout-page.ts'
import { canBePaid, type Simulation, type Transaction } from './ledger.ts'

/** The message of the checkout frame to its parent page. */
const messages = {
  opened: ({ id, accessCode, email }: Transaction): JsonObject => ({
    event: 'loaded:transaction',
    data: { id, customer: { email }, accessCode },
  }),
  paid: ({ id, reference }: Transaction): JsonObject => ({
    event: 'success',
    data: {
      reference,
      trans: String(id),
      status: 'success',
      message: 'Approved',
      transaction: String(id),
      trxref: reference,
    },
  }),
  /** The form leads to the checkout itself, from the frame in which it showed the bank. */
  leftBank: { event: 'bank:left' },
  cancelled: { event: 'cancel', data: { status: 'cancelled' } },
  awaitsTransfer: { event: 'transfer:pending', data: { status: 'pending' } },
  unknown: { event: 'error', data: { type: 'setup', message: 'Could not find this transaction' } },
} as const

interface ByCode {
  readonly Params: { readonly code: string }
  readonly Querystring: { readonly mode?: string; readonly opened?: string; readonly challenge?: string }
}

const page = { config: { provider: 'paystack', operation: 'page' } } as const

/** The hosted checkout, standalone or in the popup's frame. The card number is checked and not stored. */
export function registerCheckoutRoutes(app: FastifyInstance, simulation: Simulation, issuer: Issuer): void {
  const { ledger } = simulation
  readForm(app)

  app.get<ByCode>('/paystack/checkout/:code', page, ({ params, query }, reply) =>
    show(reply, ledger.find('accessCode', params.code), { isPopup: isPopup(query), isFirst: 'opened' in query }),
  )

  app.post<ByCode & { readonly Body: URLSearchParams }>('/paystack/checkout/:code', page, (request, reply) => {
    const { params, query, body, protocol, host } = request
    const transaction = ledger.find('accessCode', params.code)
    const visit = { isPopup: isPopup(query), isFirst: false }
    if (transaction === undefined || !canBePaid(transaction)) return show(reply, transaction, visit)
    const action = body.get('action') ?? ''
    if (action === 'cancel') return cancel(reply, transaction, visit)
    const returnUrl = `${protocol}://${host}${addressOf(transaction, visit, '/paystack/checkout-return')}`
    const act: Act | undefined = Object.hasOwn(acts, action) ? acts[action] : undefined
    const result = act?.({ transaction, body, simulation, issuer, returnUrl })
    if (result?.outcome === 'leaves' && !visit.isPopup) return reply.redirect(result.url, 303)
    if (result?.outcome === 'leaves' || result?.outcome === 'done') return clickContinue(reply, transaction, visit)
    return sendPage(reply, payPage(transaction, { ...visit, problem: result?.message ?? 'Choose how to pay.' }), 422)
  })

  app.get<ByCode>('/paystack/checkout-return/:code', page, ({ params, query }, reply) => {
    const transaction = ledger.find('accessCode', params.code)
    const visit = { isPopup: isPopup(query), isFirst: false }
    if (transaction === undefined) return show(reply, transaction, visit)
    takeDecision(transaction, query.challenge ?? '', { simulation, issuer })
    if (!visit.isPopup) return clickContinue(reply, transaction, visit)
    return sendPage(reply, closedPage('One moment', { ...visit, reads: messages.leftBank }))
  })
}

interface Visit {
  readonly isPopup: boolean
  /** The frame has just received its payment. */
  readonly isFirst: boolean
}

const isPopup = ({ mode }: ByCode['Querystring']): boolean => mode === 'popup'

const addressOf = ({ accessCode }: Transaction, visit: Visit, path = '/paystack/checkout'): string =>
  `${path}/${accessCode}${visit.isPopup ? '?mode=popup' : ''}`

function show(reply: FastifyReply, transaction: Transaction | undefined, visit: Visit): FastifyReply {
  if (transaction === undefined) {
    return sendPage(reply, closedPage('This payment does not exist', { ...visit, reads: messages.unknown }), 404)
  }
  // A frame is not redirected: its parent page decides what comes next.
  const home = visit.isPopup ? '' : doneUrlOf(transaction)
  if (!canBePaid(transaction)) {
    return sendPage(reply, closedPage('This payment is done', { ...visit, reads: messages.paid(transaction) }, home))
  }
  if (transaction.status === 'pending') {
    const showing = { ...visit, reads: messages.awaitsTransfer }
    return sendPage(reply, closedPage('We are waiting for your transfer', showing, home))
  }
  return sendPage(reply, openPage(transaction, visit))
}

function openPage(transaction: Transaction, visit: Visit) {
  const { awaited, status, gatewayResponse } = transaction
  const showing: Showing = {
    isPopup: visit.isPopup,
    ...(visit.isFirst && { reads: messages.opened(transaction) }),
    ...(status === 'failed' && { problem: gatewayResponse }),
  }
  if (awaited === undefined) return payPage(transaction, showing)
  if (awaited.step !== 'bank') return stepPage(transaction, awaited.step, showing)
  return visit.isPopup && transaction.challenge
    ? bankPage(transaction.challenge.url, showing)
    : payPage(transaction, showing)
}

/** The customer goes to the merchant after paying or sending money, and back to the page otherwise; a frame stays. */
function clickContinue(reply: FastifyReply, transaction: Transaction, visit: Visit): FastifyReply {
  const isDone = !canBePaid(transaction) || transaction.status === 'pending'
  const home = isDone && !visit.isPopup ? doneUrlOf(transaction) : ''
  return reply.redirect(home || addressOf(transaction, visit), 303)
}

function cancel(reply: FastifyReply, transaction: Transaction, visit: Visit): FastifyReply {
  transaction.awaited = undefined
  leave(transaction)
  if (visit.isPopup || transaction.cancelUrl === '') {
    return sendPage(reply, closedPage('You have cancelled this payment', { ...visit, reads: messages.cancelled }))
  }
  return reply.redirect(transaction.cancelUrl, 303)
}

function doneUrlOf({ callbackUrl, reference }: Transaction): string {
  if (callbackUrl === '') return ''
  const joint = callbackUrl.includes('?') ? '&' : '?'
  return `${callbackUrl}${joint}${new URLSearchParams({ trxref: reference, reference })}`
}
