import type { Order } from '@nyanja/server/payments/orders'
import type { Portal } from '../../server/portal.ts'
import { proofOf } from './proof-cookie.ts'

export const billProofPurpose = 'invoice'

export const billBinding = ({ id, msisdn }: Order) => ({ purpose: billProofPurpose, msisdn, subject: id }) as const

/** Whether this browser has proven that the line is its visitor's. */
export async function isOwner({ codes }: Pick<Portal, 'codes'>, request: Request, order: Order): Promise<boolean> {
  const uniqueCode = await proofOf(request)
  const proven = uniqueCode === '' ? undefined : await codes.provenBy({ uniqueCode })
  return proven?.purpose === billProofPurpose && proven.subject === order.id && proven.msisdn === order.msisdn
}
