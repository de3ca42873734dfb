import type { CodeAsking } from '@nyanja/server/otp/code-outcomes'
import type { Order } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'
import { type CodeStep, toCodeStep } from '../code/code-step.ts'
import type { Hrefs } from '../hrefs.ts'
import { waitHref } from '../payment/wait-href.ts'
import { billBinding } from './bill-owner.ts'

/** Sends a code to the handset of the line, and leads to where it is typed. */
export async function billCodeStep(
  portal: Portal,
  { order, asking }: { readonly order: Order; readonly asking: CodeAsking },
  to: Hrefs,
): Promise<CodeStep> {
  const { language } = order
  const request = { ...billBinding(order), channel: 'web', language, ...asking }
  const sent = await portal.codes.send(request).catch(() => undefined)
  return toCodeStep(sent, {
    codeHref: (ref) => to.billCode({ order: order.id, ref }),
    waitHref: (level) => waitHref(portal, { order, level, values: { about: 'bill' }, begun: asking.token }, to),
  })
}
