import type { FastifyInstance } from 'fastify'
import type { JsonObject } from '../core/bodies.ts'
import { bodyIn, debitIn, grantFor, refundIn, textIn, withoutConsent } from './guards.ts'
import { type Debit, isSameDebit, type Payment } from './ledger.ts'
import { openPin } from './pin-keys.ts'
import type { Simulation } from './simulation.ts'
import { enquiryView, pinView, statusView } from './views.ts'
import { accept, brands, type Envelope, invalid, isLocked, pinTries, refuse, type Wallet } from './wallets.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const routeConfig = (operation: string) => ({ config: { provider: 'wallet', operation } })

/** Payments with a PIN, their queries and refunds. */
export function registerPaymentRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { account, wallets } = simulation

  app.post('/wallet/v1/payments/initiate', routeConfig('initiate'), async (request, reply) => {
    const debit = debitIn(bodyIn(request.body), simulation)
    if (debit === undefined) return refuse('invalid')
    const wallet = wallets.find(debit.brand, debit.msisdn)
    if (wallet === undefined) return refuse('no_such_wallet')
    const grant = grantFor(request, debit, simulation)
    if (grant === undefined) return withoutConsent(reply)
    grant.paymentId = debit.id
    return initiate(debit, wallet, simulation)
  })

  app.post('/wallet/v1/payments/process', routeConfig('process'), async (request, reply) => {
    const body = bodyIn(request.body)
    const payment = account.find(textIn(body, 'merchantTransactionId'))
    if (payment === undefined || payment.walletTransactionId !== textIn(body, 'walletTransactionId')) {
      return invalid('No such payment')
    }
    return grantFor(request, payment, simulation) ? processPin(payment, body, simulation) : withoutConsent(reply)
  })

  app.get<ById>('/wallet/v1/payments/:id', routeConfig('status'), async ({ params }): Promise<Envelope> => {
    const payment = account.find(params.id)
    return payment ? accept(enquiryView(payment, simulation)) : invalid('No such payment')
  })

  app.post<ById>('/wallet/v1/payments/:id/refund', routeConfig('refund'), async ({ params, body }) =>
    refund(account.find(params.id), bodyIn(body), simulation),
  )
}

function initiate(debit: Debit, wallet: Wallet, simulation: Simulation): Envelope {
  const { account } = simulation
  const known = account.find(debit.id)
  if (known && !isSameDebit(known, debit)) return invalid('This merchantTransactionId is another payment')
  if (known && known.status !== 'PENDING_PIN') return accept(statusView(known))
  if (isLocked(wallet)) {
    if (known) account.fail(known, 'WALLET_LOCKED')
    return refuse('locked', { pinAttemptsLeft: 0 })
  }
  const payment = known ?? begin(debit, wallet, simulation)
  if (payment.status !== 'PENDING_PIN') return accept(statusView(payment))
  const { pinTriesLeft: pinAttemptsLeft } = wallet
  return accept({ ...statusView(payment), ...pinView(payment, simulation), pinAttemptsLeft })
}

function begin(debit: Debit, { isBarred }: Wallet, { account, limitMinor }: Simulation): Payment {
  const payment = account.open(debit)
  if (isBarred) account.fail(payment, 'REFUSED')
  else if (debit.amountMinor > limitMinor) account.fail(payment, 'LIMIT_EXCEEDED')
  return payment
}

function refund(payment: Payment | undefined, body: JsonObject, { account }: Simulation): Envelope {
  const requested = refundIn(body)
  if (payment === undefined || requested === undefined) return refuse('invalid')
  const status = account.refund(payment, requested)
  return status === undefined ? invalid('This refundId is another refund') : accept({ status })
}

/** Applies a PIN to a payment that waits for it. */
function processPin(payment: Payment, body: JsonObject, simulation: Simulation): Envelope {
  // It was accepted before, or is final: the answer is repeated, without another debit.
  if (payment.status !== 'PENDING_PIN') return accept(statusView(payment))
  const wallet = simulation.wallets.find(payment.brand, payment.msisdn)
  if (wallet === undefined) return refuse('no_such_wallet')
  if (isLocked(wallet)) return lock(payment, simulation)
  const pin = boundPin(payment, body, simulation)
  if (pin === undefined) return invalid('The PIN is not sealed for this payment')
  payment.nonce = undefined
  return wallet.pin === pin ? debit(payment, wallet, simulation) : countWrongPin(payment, wallet, simulation)
}

/**
 * Undefined when it is encrypted with another key, for another payment, with a used or expired nonce, or not at
 * all.
 */
function boundPin(
  { walletTransactionId, nonce }: Payment,
  body: JsonObject,
  simulation: Simulation,
): string | undefined {
  const { id, privateKey } = simulation.keys.current
  if (textIn(body, 'keyId') !== id || nonce === undefined) return undefined
  const sealed = openPin(textIn(body, 'amPin'), privateKey)
  const isBound = sealed?.walletTransactionId === walletTransactionId && sealed.nonce === nonce.value
  const isInTime = simulation.now().getTime() < nonce.expiresAtMs
  return isBound && isInTime ? sealed.pin : undefined
}

function countWrongPin(payment: Payment, wallet: Wallet, simulation: Simulation): Envelope {
  wallet.pinTriesLeft -= 1
  if (isLocked(wallet)) return lock(payment, simulation)
  const { wrongPin } = brands[payment.brand]
  const { pinTriesLeft: pinAttemptsLeft } = wallet
  return wrongPin === 'wrong_pin_open'
    ? refuse(wrongPin, { ...pinView(payment, simulation), pinAttemptsLeft })
    : refuse(wrongPin, { pinAttemptsLeft })
}

function lock(payment: Payment, { account }: Simulation): Envelope {
  account.fail(payment, 'WALLET_LOCKED')
  return refuse('locked', { pinAttemptsLeft: 0 })
}

function debit(payment: Payment, wallet: Wallet, { account, settings }: Simulation): Envelope {
  wallet.pinTriesLeft = pinTries
  if (wallet.balanceMinor < payment.amountMinor) account.fail(payment, 'INSUFFICIENT_FUNDS')
  else if (settings.process === 'in_process') account.doubt(payment)
  else account.capture(payment)
  return accept(statusView(payment))
}
