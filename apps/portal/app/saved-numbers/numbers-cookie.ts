import type { SavedNumber } from '@nyanja/domain/numbers/saved-numbers'
import { createCookie } from 'react-router'
import type { Portal } from '../../server/portal.ts'

const lifeSeconds = 180 * 24 * 3600

/** Kept by this browser alone, and read by us alone. The prefix ties it to our host and to https. */
const cookie = createCookie('__Host-numbers', {
  path: '/',
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  maxAge: lifeSeconds,
})

type Sealing = Pick<Portal, 'savedNumbers'>

export async function numbersOn({ savedNumbers }: Sealing, request: Request): Promise<readonly SavedNumber[]> {
  const value: unknown = await cookie.parse(request.headers.get('cookie'))
  return typeof value === 'string' ? savedNumbers.open(value) : []
}

export async function numbersCookie({ savedNumbers }: Sealing, numbers: readonly SavedNumber[]): Promise<string> {
  return numbers.length === 0 ? cookie.serialize('', { maxAge: 0 }) : cookie.serialize(savedNumbers.seal(numbers))
}
