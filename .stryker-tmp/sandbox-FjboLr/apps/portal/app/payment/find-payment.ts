// @ts-nocheck
import type { OrderedPayment } from '../../server/payments/payment-progress.ts'
import type { Portal } from '../../server/portal.ts'

/** Undefined for a link that is cut off or wrong; anything else that goes wrong is a failure. */
export async function findPayment({ progress }: Portal, id: string | undefined): Promise<OrderedPayment | undefined> {
  if (id === undefined || id === '') return undefined
  return progress.payment(id).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not_found'
}
