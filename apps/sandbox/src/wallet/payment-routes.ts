import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../core/json.ts'
import { accept, type Envelope, invalid, refuse } from './codes.ts'
import type { Counter } from './counter.ts'
import { grantFor, withoutConsent } from './guards.ts'
import { type Debit, isSameDebit, type Payment } from './payment.ts'
import { processPin } from './process-pin.ts'
import { bodyIn, debitIn, refundIn, textIn } from './read-body.ts'
import { enquiryView, pinView, statusView } from './views.ts'
import { isLocked, type Wallet } from './wallets.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const named = (operation: string) => ({ config: { provider: 'wallet', operation } })

/** Paying with a PIN, asking about it and giving it back. */
export function registerPaymentRoutes(app: FastifyInstance, counter: Counter): void {
  const { till, wallets } = counter

  app.post('/wallet/v1/payments/initiate', named('initiate'), async (request, reply) => {
    const debit = debitIn(bodyIn(request.body), counter)
    if (debit === undefined) return refuse('invalid')
    const wallet = wallets.find(debit.brand, debit.msisdn)
    if (wallet === undefined) return refuse('no_such_wallet')
    const grant = grantFor(request, debit, counter)
    if (grant === undefined) return withoutConsent(reply)
    grant.paymentId = debit.id
    return initiate(debit, wallet, counter)
  })

  app.post('/wallet/v1/payments/process', named('process'), async (request, reply) => {
    const body = bodyIn(request.body)
    const payment = till.find(textIn(body, 'merchantTransactionId'))
    if (payment === undefined || payment.walletTransactionId !== textIn(body, 'walletTransactionId')) {
      return invalid('No such payment')
    }
    return grantFor(request, payment, counter) ? processPin(payment, body, counter) : withoutConsent(reply)
  })

  app.get<ById>('/wallet/v1/payments/:id', named('status'), async ({ params }): Promise<Envelope> => {
    const payment = till.find(params.id)
    return payment ? accept(enquiryView(payment, counter)) : invalid('No such payment')
  })

  app.post<ById>('/wallet/v1/payments/:id/refund', named('refund'), async ({ params, body }) =>
    refund(till.find(params.id), bodyIn(body), counter),
  )
}

function initiate(debit: Debit, wallet: Wallet, counter: Counter): Envelope {
  const { till } = counter
  const known = till.find(debit.id)
  if (known && !isSameDebit(known, debit)) return invalid('This merchantTransactionId is another payment')
  if (known && known.status !== 'PENDING_PIN') return accept(statusView(known))
  if (isLocked(wallet)) {
    if (known) till.fail(known, 'WALLET_LOCKED')
    return refuse('locked', { pinAttemptsLeft: 0 })
  }
  const payment = known ?? begin(debit, wallet, counter)
  if (payment.status !== 'PENDING_PIN') return accept(statusView(payment))
  const { pinTriesLeft: pinAttemptsLeft } = wallet
  return accept({ ...statusView(payment), ...pinView(payment, counter), pinAttemptsLeft })
}

function begin(debit: Debit, { isBarred }: Wallet, { till, limitMinor }: Counter): Payment {
  const payment = till.open(debit)
  if (isBarred) till.fail(payment, 'REFUSED')
  else if (debit.amountMinor > limitMinor) till.fail(payment, 'LIMIT_EXCEEDED')
  return payment
}

function refund(payment: Payment | undefined, body: JsonObject, { till }: Counter): Envelope {
  const asked = refundIn(body)
  if (payment === undefined || asked === undefined) return refuse('invalid')
  const status = till.refund(payment, asked)
  return status === undefined ? invalid('This refundId is another refund') : accept({ status })
}
