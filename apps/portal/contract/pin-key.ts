import { z } from 'zod'

/**
 * The key with which a channel encrypts one PIN for its wallet: RSA-OAEP-256 over
 * `v1|{walletTransactionId}|{nonce}|{pin}`.
 */
const PinKeyDetails = z.object({
  keyId: z.string(),
  algorithm: z.literal('RSA-OAEP-256'),
  /** The wallet's own; base64 of a DER SPKI. */
  key: z.string(),
  nonce: z.string(),
  walletTransactionId: z.string(),
  /** The lifetime is in seconds. */
  expiresIn: z.int(),
})

/** A payment that waits for a PIN. */
export const AwaitsPin = z.object({
  transactionId: z.string().min(1),
  encryptionKeyDetails: PinKeyDetails,
  attemptsLeft: z.int(),
})

export type AwaitsPin = z.infer<typeof AwaitsPin>
