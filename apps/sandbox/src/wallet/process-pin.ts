import type { JsonObject } from '../core/json.ts'
import { brands } from './brands.ts'
import { accept, type Envelope, invalid, refuse } from './codes.ts'
import type { Counter } from './counter.ts'
import type { Payment } from './payment.ts'
import { openPin } from './pin-keys.ts'
import { textIn } from './read-body.ts'
import { pinView, statusView } from './views.ts'
import { isLocked, pinTries, type Wallet } from './wallets.ts'

/** What a PIN makes of a payment that waits for it. */
export function processPin(payment: Payment, body: JsonObject, counter: Counter): Envelope {
  // It was accepted before, or is over: said again, and never debited again.
  if (payment.status !== 'PENDING_PIN') return accept(statusView(payment))
  const wallet = counter.wallets.find(payment.brand, payment.msisdn)
  if (wallet === undefined) return refuse('no_such_wallet')
  if (isLocked(wallet)) return lock(payment, counter)
  const pin = boundPin(payment, body, counter)
  if (pin === undefined) return invalid('The PIN is not sealed for this payment')
  payment.nonce = undefined
  return wallet.pin === pin ? debit(payment, wallet, counter) : countWrongPin(payment, wallet, counter)
}

/** Undefined: sealed under another key, for another payment, with a nonce that is used or too old, or not at all. */
function boundPin({ walletTransactionId, nonce }: Payment, body: JsonObject, counter: Counter): string | undefined {
  const { id, privateKey } = counter.keys.current
  if (textIn(body, 'keyId') !== id || nonce === undefined) return undefined
  const sealed = openPin(textIn(body, 'amPin'), privateKey)
  const isBound = sealed?.walletTransactionId === walletTransactionId && sealed.nonce === nonce.value
  const isInTime = counter.now().getTime() < nonce.expiresAtMs
  return isBound && isInTime ? sealed.pin : undefined
}

function countWrongPin(payment: Payment, wallet: Wallet, counter: Counter): Envelope {
  wallet.pinTriesLeft -= 1
  if (isLocked(wallet)) return lock(payment, counter)
  const { wrongPin } = brands[payment.brand]
  const { pinTriesLeft: pinAttemptsLeft } = wallet
  return wrongPin === 'wrong_pin_open'
    ? refuse(wrongPin, { ...pinView(payment, counter), pinAttemptsLeft })
    : refuse(wrongPin, { pinAttemptsLeft })
}

function lock(payment: Payment, { till }: Counter): Envelope {
  till.fail(payment, 'WALLET_LOCKED')
  return refuse('locked', { pinAttemptsLeft: 0 })
}

function debit(payment: Payment, wallet: Wallet, { till, settings }: Counter): Envelope {
  wallet.pinTriesLeft = pinTries
  if (wallet.balanceMinor < payment.amountMinor) till.fail(payment, 'INSUFFICIENT_FUNDS')
  else if (settings.process === 'in_process') till.doubt(payment)
  else till.capture(payment)
  return accept(statusView(payment))
}
