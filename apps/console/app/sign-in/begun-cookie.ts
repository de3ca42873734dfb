import { createCookie } from 'react-router'
import { z } from 'zod'

const lifeSeconds = 10 * 60

const cookie = createCookie('__Host-sign-in', {
  ...{ path: '/', httpOnly: true, secure: true, sameSite: 'lax' },
  maxAge: lifeSeconds,
})

const Begun = z.object({ key: z.string(), to: z.string() })

/** What binds a sign-in to this browser, and the page that it is for. */
export type BegunSignIn = z.infer<typeof Begun>

export const begunCookie = (begun: BegunSignIn) => cookie.serialize(begun)
export const endedBegunCookie = () => cookie.serialize('', { maxAge: 0 })

export async function begunIn(request: Request): Promise<BegunSignIn> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return Begun.safeParse(value).data ?? { key: '', to: '/' }
}
