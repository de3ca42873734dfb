import type { Order } from '@nyanja/server/payments/orders'
import { createCookie } from 'react-router'
import type { Portal } from '../../server/portal.ts'

const lifeSeconds = 10 * 60

/**
 * The cookie proves to the portal alone that this browser entered the code. The prefix ties it to the host and to
 * https.
 */
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

export const billProofPurpose = 'invoice'

export const billBinding = ({ id, msisdn }: Order) => ({ purpose: billProofPurpose, msisdn, subject: id }) as const

/** Tells whether this browser has proven that the line is its visitor's. */
export async function isOwner({ codes }: Pick<Portal, 'codes'>, request: Request, order: Order): Promise<boolean> {
  const uniqueCode = await proofOf(request)
  const proven = uniqueCode === '' ? undefined : await codes.findProvenBinding({ uniqueCode })
  return proven?.purpose === billProofPurpose && proven.subject === order.id && proven.msisdn === order.msisdn
}
