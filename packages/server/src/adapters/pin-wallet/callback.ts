import { createHmac } from 'node:crypto'
import { parseJson } from '@nyanja/domain/json'
import { minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import { isSameSecret } from '../../common/seal.ts'
import type { CallbackReader, CallbackReading } from '../../payments/payment-gateway.ts'

export interface WalletCallbackOptions {
  /** The current secret and, during rotation, the previous one. */
  readonly secrets: readonly string[]
  readonly now?: () => number
}

const Notification = z.object({ merchantTransactionId: z.string().min(1).max(64) })
const signature = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** An older signature, or one from the future, may be a replay. */
const longestAgeMs = 5 * minute

export function createWalletCallbackReader({ secrets, now = Date.now }: WalletCallbackOptions): CallbackReader {
  function isSigned(rawBody: Buffer, header: unknown): boolean {
    const [, signedAt = '', hash = ''] = signature.exec(String(header)) ?? []
    if (hash === '' || Math.abs(now() - Number(signedAt) * second) > longestAgeMs) return false
    const received = Buffer.from(hash, 'hex')
    return secrets.some((secret) =>
      isSameSecret(createHmac('sha256', secret).update(`${signedAt}.`).update(rawBody).digest(), received),
    )
  }

  return {
    isSigned: true,
    read(rawBody, headers): CallbackReading {
      if (!isSigned(rawBody, headers['x-wallet-signature'])) return 'wrong_signature'
      const notification = Notification.safeParse(parseJson(rawBody.toString('utf8')))
      return notification.success ? { attemptId: notification.data.merchantTransactionId } : 'unreadable'
    },
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  }
}
