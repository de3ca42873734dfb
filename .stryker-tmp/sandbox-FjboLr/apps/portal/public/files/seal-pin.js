// @ts-nocheck
const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }

/**
 * Seals a PIN so that only the wallet can read it, and only for this payment. It needs a secure context. `publicKey` is
 * the base64 of a DER SPKI.
 */
export async function sealPin({ walletTransactionId, nonce, publicKey }, pin) {
  const spki = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const text = new TextEncoder().encode(`v1|${walletTransactionId}|${nonce}|${pin}`)
  const sealed = await crypto.subtle.encrypt(algorithm, key, text)
  return btoa(String.fromCharCode(...new Uint8Array(sealed)))
}
