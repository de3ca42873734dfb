import { z } from 'zod'
import type { VerificationResult } from '../../payments/payment-gateway.ts'
import type { ProviderAnswer } from '../call-provider.ts'
import { codeOf, codes, refusalByCode, Status } from './money-codes.ts'

export const Enquiry = Status.extend({
  data: z
    .object({
      transaction: z
        .object({
          id: z.string().optional(),
          status: z.string().optional(),
          airtel_money_id: z.string().optional(),
        })
        .optional(),
    })
    .nullish(),
})

type Enquired = z.infer<typeof Enquiry>
type Transaction = NonNullable<NonNullable<Enquired['data']>['transaction']>

/** Codes may contradict the transaction's own status, which alone counts. */
const resultByStatus: Readonly<
  Record<string, (transaction: Transaction, code: string | undefined) => VerificationResult>
> = {
  TS: captured,
  TF: (_transaction, code) => ({ state: 'refused', reason: refusedOnHandset(code) }),
  TE: () => ({ state: 'refused', reason: 'expired' }),
  TIP: () => ({ state: 'pending' }),
  // Ambiguous, in the provider's own word.
  TA: () => ({ state: 'unknown' }),
}

export function toVerificationResult(answer: ProviderAnswer<Enquired>): VerificationResult {
  const code = codeOf(answer)
  const transaction = Enquiry.safeParse(answer.ok ? answer.value : answer.error).data?.data?.transaction
  const judge = resultByStatus[transaction?.status ?? '']
  if (transaction !== undefined && judge !== undefined) return judge(transaction, code)
  return { state: code === codes.inProcess ? 'pending' : 'unknown' }
}

/** The provider echoes no amount, so both names must be there for a match. */
function captured({ id, airtel_money_id }: Transaction): VerificationResult {
  if (!id || !airtel_money_id) return { state: 'review', reason: 'open-api-money: paid, but not named' }
  return { state: 'captured', reference: id, providerReference: airtel_money_id }
}

function refusedOnHandset(code: string | undefined) {
  const reason = refusalByCode[code ?? '']
  // On the handset this code most often means that no PIN was typed.
  return reason === undefined || reason === 'invalid_user' ? 'refused' : reason
}
