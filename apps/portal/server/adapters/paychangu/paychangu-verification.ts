import { isCurrency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { VerificationResult } from '../../payments/payment-gateway.ts'

const Text = z.union([z.string(), z.number().transform(String)]).nullish()

export const Details = z.object({
  data: z
    .object({ tx_ref: Text, reference: Text, status: z.string().nullish(), currency: Text, amount: Text })
    .nullish(),
})

type Payment = NonNullable<z.infer<typeof Details>['data']>

const resultByStatus: Readonly<Record<string, (payment: Payment) => VerificationResult>> = {
  success: captured,
  // The page lets the visitor try another card, and tells a cancelled payment no different from a declined one.
  failed: () => ({ state: 'refused', reason: 'declined' }),
  pending: () => ({ state: 'pending' }),
}

/** The status around the details speaks of the question, not of the money. */
export function toVerificationResult(body: unknown): VerificationResult {
  const payment = Details.safeParse(body).data?.data
  const status = payment?.status ?? ''
  const judge = Object.hasOwn(resultByStatus, status) ? resultByStatus[status] : undefined
  return payment && judge ? judge(payment) : { state: 'unknown' }
}

function captured({ tx_ref, reference, currency, amount }: Payment): VerificationResult {
  const money = moneyOf(currency ?? '', amount ?? '')
  if (!tx_ref || money === undefined) return { state: 'review', reason: 'paychangu: paid, but not what or how much' }
  return { state: 'captured', reference: tx_ref, amount: money, ...(reference && { providerReference: reference }) }
}

/** Some answers group the thousands: `10,000.00`. */
function moneyOf(currency: string, amount: string): Money | undefined {
  return isCurrency(currency) ? parseMoney(amount.replace(/,(?=\d{3}(?!\d))/g, ''), currency) : undefined
}
