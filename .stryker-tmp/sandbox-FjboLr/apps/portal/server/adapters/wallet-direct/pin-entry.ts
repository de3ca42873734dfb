// @ts-nocheck
import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import type { PinEntry } from '../../payments/pin-wallet.ts'

/** A browser seals under nothing weaker, and with nothing longer than such a key can hold. */
const shortestKeyBits = 2048

const KeyDetails = z.object({
  keyId: z.string().min(1).max(64),
  algorithm: z.literal('RSA-OAEP-256'),
  key: z.base64().refine(isStrongKey),
  nonce: z.base64url().min(1).max(64),
  expiresIn: z.number().nonnegative(),
})

/** Beside it stands how often a PIN may still be wrong. */
export const PinTries = z.object({
  pinAttemptsLeft: z.int().min(0),
  encryptionKeyDetails: KeyDetails.optional(),
})

export const waitsForPin = 'PENDING_PIN'

export const PinWanted = PinTries.extend({
  status: z.literal(waitsForPin),
  walletTransactionId: z.string().regex(/^[^|]{1,64}$/),
  encryptionKeyDetails: KeyDetails,
})

export function pinEntry(walletTransactionId: string, details: z.infer<typeof KeyDetails>, now: number): PinEntry {
  const { keyId, key, nonce, expiresIn } = details
  return { walletTransactionId, keyId, publicKey: key, nonce, expiresAt: now + expiresIn * 1000 }
}

function isStrongKey(key: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({
      key: Buffer.from(key, 'base64'),
      format: 'der',
      type: 'spki',
    })
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= shortestKeyBits
  } catch {
    return false
  }
}
