import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseJson } from '@nyanja/domain/json'
import type { z } from 'zod'

const ivBytes = 12
const tagBytes = 16

/** Derives a separate key for each use of the one secret. */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32))
}

/** Encrypts and authenticates a text, which is valid only with the same `boundTo`. */
export function seal(key: Buffer, text: string, boundTo: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws for a text that was not sealed with the same key and `boundTo`. */
export function open(key: Buffer, sealed: string, boundTo: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Returns undefined for JSON that was not sealed with the same key and `boundTo`, or has another shape. */
export function openJson<Value>(schema: z.ZodType<Value>, key: Buffer, sealed: string, boundTo: string) {
  try {
    return schema.safeParse(parseJson(open(key, sealed, boundTo))).data
  } catch {
    return undefined
  }
}

/** Tells whether it is the current secret or, while that is rotated, the previous one. */
export function isOneOfSecrets(given: string | Uint8Array, secrets: readonly (string | Uint8Array)[]): boolean {
  return secrets.some((secret) => isSameSecret(given, secret))
}

/** Compares in constant time. */
export function isSameSecret(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
