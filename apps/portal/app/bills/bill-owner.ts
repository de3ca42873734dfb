import type { OtpPlace } from '@nyanja/server/otp/code-store'
import type { Order } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'
import { proofOf } from '../payment/proof-cookie.ts'

const purpose = 'invoice'

/** Codes and proofs of one order open the bill of no other. */
export const billPlace = ({ id }: Order): OtpPlace => ({ channel: 'web', purposes: [purpose], subject: id })

export const billBinding = ({ id, msisdn }: Order) => ({ purpose, msisdn, subject: id }) as const

/** Whether this browser has shown that the line is its visitor's. */
export async function isOwner({ codes }: Pick<Portal, 'codes'>, request: Request, order: Order): Promise<boolean> {
  const uniqueCode = await proofOf(request)
  const proven = uniqueCode === '' ? undefined : await codes.provenBy({ uniqueCode })
  return proven?.purpose === purpose && proven.subject === order.id && proven.msisdn === order.msisdn
}
