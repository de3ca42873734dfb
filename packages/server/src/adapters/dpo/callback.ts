import { z } from 'zod'
import type { CallbackReader } from '../../payments/payment-gateway.ts'
import { readXml } from './calls.ts'

const Callback = z.object({ API3G: z.object({ CompanyRef: z.string().min(1) }) })

/** DPO does not sign callbacks, so a callback only triggers a status check. */
export function readDpoCallback(rawBody: Buffer): { readonly attemptId: string } | 'unreadable' {
  const callback = Callback.safeParse(readXml(rawBody.toString('utf8')))
  return callback.success ? { attemptId: callback.data.API3G.CompanyRef } : 'unreadable'
}

export function createDpoCallbackReader(): CallbackReader {
  return {
    isSigned: false,
    read: readDpoCallback,
    answer: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },
  }
}
