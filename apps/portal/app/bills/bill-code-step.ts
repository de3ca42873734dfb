import type { CodeAsking } from '../../server/otp/code-outcomes.ts'
import type { Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import { waitHref } from '../payment/wait-href.ts'
import { billBinding } from './bill-owner.ts'

export type CodeStep =
  | { readonly to: string }
  | { readonly problem: 'code_limit' | 'service_silent'; readonly seconds?: number }

/** Sends a code to the handset of the line, and leads to where it is typed. */
export async function billCodeStep(
  portal: Portal,
  { order, asking }: { readonly order: Order; readonly asking: CodeAsking },
  to: Hrefs,
): Promise<CodeStep> {
  const { language } = order
  const request = { ...billBinding(order), channel: 'web', language, ...asking }
  const sent = await portal.codes.send(request).catch(() => undefined)
  if (sent === undefined) return { problem: 'service_silent' }
  if (sent.outcome === 'sent') return { to: to.billCode({ order: order.id, ref: sent.refId }) }
  if (sent.outcome === 'proof_of_work_needed')
    return { to: waitHref(portal, { order, level: sent.level, values: { about: 'bill' }, begun: asking.token }, to) }
  return sent.outcome === 'too_soon'
    ? { problem: 'code_limit', seconds: sent.resendInSeconds }
    : { problem: 'code_limit' }
}
