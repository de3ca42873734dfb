import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import type { Order } from '@nyanja/server/payments/orders'
import type { Portal } from '../../server/portal.ts'
import { proofOf } from '../payment/payer-code.ts'

export const balancePurpose = 'balance'

/** Codes and proofs of one order show what is left on no other router. */
export const balancePlace = ({ id }: Order): OtpPlace => ({ channel: 'web', purposes: [balancePurpose], subject: id })

/** Whether this browser has shown that its visitor looks after the router. */
export async function isAccountContact(
  { codes }: Pick<Portal, 'codes'>,
  request: Request,
  { id }: Order,
): Promise<boolean> {
  const uniqueCode = await proofOf(request)
  const proven = uniqueCode === '' ? undefined : await codes.provenBy({ uniqueCode })
  return proven?.purpose === balancePurpose && proven.subject === id
}
