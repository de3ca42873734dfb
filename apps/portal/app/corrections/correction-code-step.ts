import type { Portal } from '../../server/portal.ts'
import { type CodeStep, toCodeStep } from '../code/code-step.ts'
import type { Hrefs } from '../hrefs.ts'
import { waitHref } from '../payment/wait-href.ts'
import type { Requested } from '../payment/wished.ts'

/** Sends a code to the number that was meant. `values`: the `id` of the payment, and that number as `msisdn`. */
export async function correctionCodeStep(
  portal: Portal,
  { order, values, asking }: Omit<Requested, 'consent'>,
  to: Hrefs,
): Promise<CodeStep> {
  const { id = '', msisdn = '' } = values
  const request = { purpose: 'correction', msisdn, subject: id, channel: 'web', language: order.language } as const
  const sent = await portal.codes.send({ ...request, ...asking }).catch(() => undefined)
  const kept = { about: 'correction', id, msisdn }
  return toCodeStep(sent, {
    codeHref: (ref) => to.correctionCode({ id, order: order.id, ref }),
    waitHref: (level) => waitHref(portal, { order, level, values: kept, begun: asking.token }, to),
  })
}
