import { z } from 'zod'
import { createProvider, demandValue, type ProviderAnswer, type ProviderHooks } from '../call-provider.ts'

/** The parts of a refusal that are looked at. */
const Refused = z.object({ code: z.string().optional(), message: z.string().optional() })

export interface PaystackCall<Value> {
  readonly operation: string
  readonly path: string
  readonly schema: z.ZodType<Value>
}

export interface PaystackCalls {
  /** A single try of what may move money. */
  move<Value>(call: PaystackCall<Value>, body: string): Promise<ProviderAnswer<Value>>
  /** Tried again when Paystack is not reached. Undefined: it knows nothing of that name. */
  ask<Value>(call: PaystackCall<Value>): Promise<Value | undefined>
}

export function createPaystackCalls(options: PaystackOptions): PaystackCalls {
  const { baseUrl, secretKey, moveTimeoutMs = 20_000, queryTimeoutMs = 15_000 } = options
  const provider = createProvider('paystack', options)
  const headers = { authorization: `Bearer ${secretKey}` }

  return {
    async move({ operation, path, schema }, body) {
      return provider.send({
        operation,
        url: `${baseUrl}${path}`,
        timeoutMs: moveTimeoutMs,
        schema,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
    },

    async ask({ operation, path, schema }) {
      const answer = await provider.ask({
        operation,
        url: `${baseUrl}${path}`,
        timeoutMs: queryTimeoutMs,
        schema,
        headers,
      })
      return !answer.ok && isUnknown(answer.status) ? undefined : demandValue(answer, `paystack ${operation}`)
    },
  }
}

/** Which of the two stands for an unknown name depends on the age of the account. */
const isUnknown = (status: number): boolean => status === 404 || status === 400

export function refusalIn(error: unknown): z.infer<typeof Refused> {
  return Refused.safeParse(error).data ?? {}
}

export interface PaystackOptions extends ProviderHooks {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** `sk_test_…` or `sk_live_…`. */
  readonly secretKey: string
  /** In which the merchant's account may be paid. Anything else is refused before Paystack is asked. */
  readonly currencies?: readonly string[]
  /** The ways to pay that the checkout offers. */
  readonly channels?: readonly string[]
  /** Of calls that may move money. */
  readonly moveTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}
