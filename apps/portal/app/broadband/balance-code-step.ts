import type { CodeAsking } from '@nyanja/server/otp/code-text'
import type { Order } from '@nyanja/server/payments/orders'
import type { Portal } from '../../server/portal.ts'
import { type CodeStep, toCodeStep } from '../code/code-step.ts'
import type { Hrefs } from '../hrefs.ts'
import { waitHref } from '../payment/payer-code.ts'
import { balancePurpose } from './balance-owner.ts'

interface Asked {
  readonly order: Order
  readonly asking: CodeAsking
}

/** Sends a code to the contact of the router, and leads to where it is typed. */
export async function balanceCodeStep(portal: Portal, { order, asking }: Asked, to: Hrefs): Promise<CodeStep> {
  const sent = await sendCode(portal, { order, asking }).catch(() => undefined)
  return toCodeStep(sent, {
    codeHref: (ref) => to.balanceCode({ order: order.id, ref }),
    waitHref: (level) => waitHref(portal, { order, level, values: { about: 'balance' }, begun: asking.token }, to),
  })
}

async function sendCode({ codes, contacts }: Portal, { order, asking }: Asked) {
  const { id, msisdn, language } = order
  const handset = await contacts.handsetOf(msisdn)
  const what = { purpose: balancePurpose, msisdn: handset, payer: msisdn, subject: id } as const
  return codes.send({ ...what, channel: 'web', language, ...asking })
}
