import { createCookie } from 'react-router'

/** The cookie ends with the browser. The prefix ties it to the host and to https; browsers treat localhost as such. */
const cookie = createCookie('__Host-staff', { path: '/', httpOnly: true, secure: true, sameSite: 'lax' })

export async function sessionIdOf(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const sessionCookie = (id: string) => cookie.serialize(id)
export const endedSessionCookie = () => cookie.serialize('', { maxAge: 0 })
