import { minute } from '@nyanja/domain/time'
import { z } from 'zod'
import type { WalletCodes } from '../../otp/wallet-codes.ts'
import type { PinGateway, ProviderRefund, RefundResult } from '../../payments/payment-gateway.ts'
import type { PinWallet } from '../../payments/pin/pin-wallet.ts'
import { createNotFoundTally } from '../not-found-tally.ts'
import { createPinWalletCalls, type PinWalletCalls, type PinWalletOptions } from './calls.ts'
import { createWalletCodes } from './codes.ts'
import { createPinPayments, Enquired, toVerificationResult, twoDecimals } from './pin-payments.ts'

export interface PinWalletProvider {
  readonly wallet: PinWallet
  readonly codes: WalletCodes
  readonly gateway: PinGateway
}

const Refunded = z.object({ status: z.string() })

const refundStates: Readonly<Record<string, RefundResult>> = {
  SUCCESS: 'refunded',
  IN_PROCESS: 'pending',
  FAILED: 'refused',
}

/**
 * The platform must report a payment as unknown for this long before that is reliable, because a start may still
 * arrive.
 */
const deniedForMs = 10 * minute

/** Creates the provider of one wallet brand: a code, then a PIN, and afterwards a gateway like any other. */
export function createPinWalletProvider(options: PinWalletOptions): PinWalletProvider {
  const calls = createPinWalletCalls(options)
  return {
    wallet: createPinPayments(calls, options),
    codes: createWalletCodes(calls, options),
    gateway: createPinGateway(calls, options),
  }
}

function createPinGateway(calls: PinWalletCalls, options: PinWalletOptions): PinGateway {
  const { firstEnquiryAfterMs = 5000, now = Date.now } = options
  const denied = createNotFoundTally(now, deniedForMs)

  /** The platform refunds once per refund id, so a repeated request returns the outcome. */
  async function refund({ id, amount, part = amount }: ProviderRefund): Promise<RefundResult> {
    const path = `/v1/payments/${encodeURIComponent(id)}/refund`
    const body = { refundId: id, amount: twoDecimals(part) }
    const answer = await calls.report({ operation: 'refund', path, result: Refunded, body })
    if (answer.ok) return refundStates[answer.result.status] ?? 'unknown'
    return answer.code === notKnown ? 'refused' : 'unknown'
  }

  return {
    checkoutType: 'pin',
    firstEnquiryAfterMs,

    async verify({ id }) {
      const path = `/v1/payments/${encodeURIComponent(id)}`
      const answer = await calls.ask({ operation: 'enquiry', path, result: Enquired })
      if (answer.ok) {
        denied.forget(id)
        return toVerificationResult(answer.result)
      }
      const isDenied = answer.code === notKnown && denied.isReliable(id)
      return isDenied ? { state: 'refused', reason: 'refused' } : { state: 'unknown' }
    },

    // A payment that waits for its PIN gets none and expires.
    async abandon() {},

    refundsParts: true,
    refund,
    verifyRefund: refund,
  }
}

const notKnown = '400'
