import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import { waitHref } from '../payment/wait-href.ts'
import type { Wished } from '../payment/wished.ts'

export type CodeStep =
  | { readonly to: string }
  | { readonly problem: 'code_limit' | 'service_silent'; readonly seconds?: number }

/** Sends a code to the number that was meant. `values`: the `id` of the payment, and that number as `msisdn`. */
export async function correctionCodeStep(
  portal: Portal,
  { order, values, asking }: Omit<Wished, 'consent'>,
  to: Hrefs,
): Promise<CodeStep> {
  const { id = '', msisdn = '' } = values
  const request = { purpose: 'correction', msisdn, subject: id, channel: 'web', language: order.language } as const
  const sent = await portal.codes.send({ ...request, ...asking }).catch(() => undefined)
  if (sent === undefined) return { problem: 'service_silent' }
  if (sent.outcome === 'sent') return { to: to.correctionCode({ id, order: order.id, ref: sent.refId }) }
  if (sent.outcome === 'proof_of_work_needed')
    return {
      to: waitHref(
        portal,
        { order, level: sent.level, values: { about: 'correction', id, msisdn }, begun: asking.token },
        to,
      ),
    }
  return sent.outcome === 'too_soon'
    ? { problem: 'code_limit', seconds: sent.resendInSeconds }
    : { problem: 'code_limit' }
}
