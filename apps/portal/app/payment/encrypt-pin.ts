/** What the wallet gave out for one PIN of one payment. */
export interface PinKey {
  readonly walletTransactionId: string
  readonly nonce: string
  /** Base64 of a DER SPKI, RSA. */
  readonly publicKey: string
}

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }

/**
 * Seals a PIN so that only the wallet can read it, and only for this payment. The browser does it before anything is
 * sent; it needs a secure context.
 */
export async function encryptPin({ walletTransactionId, nonce, publicKey }: PinKey, pin: string): Promise<string> {
  const key = await crypto.subtle.importKey('spki', bytesOf(publicKey), algorithm, false, ['encrypt'])
  const text = new TextEncoder().encode(`v1|${walletTransactionId}|${nonce}|${pin}`)
  return base64Of(await crypto.subtle.encrypt(algorithm, key, text))
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function base64Of(buffer: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)))
}
