import { createCookie } from 'react-router'

const lifeSeconds = 10 * 60

/** Proves to the portal alone that this browser entered the code. The prefix ties it to the host and to https. */
const cookie = createCookie('__Host-proof', {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  maxAge: lifeSeconds,
})

export const proofHeader = async (uniqueCode: string) => ({ 'set-cookie': await cookie.serialize(uniqueCode) })

export async function proofOf(request: Request): Promise<string> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' ? value : ''
}

export const forgottenProof = () => cookie.serialize('', { maxAge: 0 })
