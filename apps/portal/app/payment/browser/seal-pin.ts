const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

export interface PinKey {
  readonly walletTransactionId: string
  readonly nonce: string
  /** The key is base64 of a DER SPKI. */
  readonly publicKey: string
}

/** Encrypts a PIN so that only the wallet can read it, and only for this payment. It needs a secure context. */
export async function sealPin({ walletTransactionId, nonce, publicKey }: PinKey, pin: string): Promise<string> {
  const spki = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const text = new TextEncoder().encode(`v1|${walletTransactionId}|${nonce}|${pin}`)
  const sealed = await crypto.subtle.encrypt(algorithm, key, text)
  return btoa(String.fromCharCode(...new Uint8Array(sealed)))
}
