import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallbackReader, CallbackReading } from '../../payments/callback-reader.ts'

export interface WalletCallbackOptions {
  /** The one in use, and while it is being changed the one before. */
  readonly secrets: readonly string[]
  readonly now?: () => number
}

const Reported = z.object({ merchantTransactionId: z.string().min(1).max(64) })
const signature = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** An older signature, or one from the future, may be a replay. */
const longestAgeMs = 300_000

export function createWalletCallbackReader({ secrets, now = Date.now }: WalletCallbackOptions): CallbackReader {
  function isSigned(rawBody: Buffer, header: unknown): boolean {
    const [, second = '', hash = ''] = signature.exec(String(header)) ?? []
    if (hash === '' || Math.abs(now() - Number(second) * 1000) > longestAgeMs) return false
    const received = Buffer.from(hash, 'hex')
    return secrets.some((secret) =>
      timingSafeEqual(createHmac('sha256', secret).update(`${second}.`).update(rawBody).digest(), received),
    )
  }

  return {
    isSigned: true,
    read(rawBody, headers): CallbackReading {
      if (!isSigned(rawBody, headers['x-wallet-signature'])) return 'wrong_signature'
      const reported = Reported.safeParse(parsed(rawBody.toString('utf8')))
      return reported.success ? { reference: reported.data.merchantTransactionId } : 'unreadable'
    },
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
