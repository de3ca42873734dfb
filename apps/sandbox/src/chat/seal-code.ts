const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }

interface TypedCode {
  readonly refId: string
  readonly otp: string
}

/** For the portal alone, and for this code alone. `publicKey`: base64 of a DER SPKI. */
export async function sealCode(publicKey: string, { refId, otp }: TypedCode): Promise<string> {
  const spki = Uint8Array.from(Buffer.from(publicKey, 'base64'))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(`v1|${refId}|${otp}`))
  return Buffer.from(sealed).toString('base64')
}
