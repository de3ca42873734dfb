// @ts-nocheck
import { z } from 'zod'
import type { ProviderAnswer } from '../call-provider.ts'

const Code = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
const Text = z.union([z.string(), z.number().transform(String)]).nullish()

/** The gate in front of the checkout refuses with a bare number where the checkout itself has an object. */
const Status = z.union([Code, z.object({ status_code: Code }).transform(({ status_code }) => status_code)])

export const Reply = z.object({ status: Status.optional().catch(undefined) })

export const Raised = Reply.extend({
  results: z
    .object({ long_url: z.url({ protocol: /^https?$/ }) })
    .optional()
    .catch(undefined),
})

export const Queried = Reply.extend({
  results: z
    .object({
      merchant_transaction_id: Text,
      checkout_request_id: Text,
      request_status_code: Code,
      amount_paid: Text,
      currency_code: Text,
      payments: z
        .array(z.object({ cpg_transaction_id: Text }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

export type TinggRequest = NonNullable<z.infer<typeof Queried>['results']>

/** What an answer says, also one that came with an HTTP error. */
export function replyIn<Value extends z.infer<typeof Reply>>(
  schema: z.ZodType<Value>,
  answer: ProviderAnswer<Value>,
): Partial<Value> {
  return answer.ok ? answer.value : (schema.safeParse(answer.error).data ?? {})
}
