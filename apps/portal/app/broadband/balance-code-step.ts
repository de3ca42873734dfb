import type { CodeAsking } from '../../server/otp/code-outcomes.ts'
import type { Order } from '../../server/payments/order.ts'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import { waitHref } from '../payment/wait-href.ts'
import { balancePurpose } from './balance-owner.ts'

export type BalanceCodeProblem = 'code_limit' | 'service_silent' | 'nobody'
export type BalanceCodeStep =
  | { readonly to: string }
  | { readonly problem: BalanceCodeProblem; readonly seconds?: number }

interface Wish {
  readonly order: Order
  readonly asking: CodeAsking
}

/** Sends a code to whoever looks after the router, and leads to where it is typed. */
export async function balanceCodeStep(portal: Portal, { order, asking }: Wish, to: Hrefs): Promise<BalanceCodeStep> {
  const sent = await sendCode(portal, { order, asking }).catch(() => undefined)
  if (sent === undefined) return { problem: 'service_silent' }
  if (sent.outcome === 'sent') return { to: to.balanceCode({ order: order.id, ref: sent.refId }) }
  if (sent.outcome === 'proof_of_work_needed')
    return {
      to: waitHref(portal, { order, level: sent.level, values: { about: 'balance' }, begun: asking.token }, to),
    }
  if (sent.outcome === 'too_soon') return { problem: 'code_limit', seconds: sent.resendInSeconds }
  return { problem: sent.outcome === 'not_our_line' ? 'nobody' : 'code_limit' }
}

async function sendCode({ codes, contacts }: Portal, { order, asking }: Wish) {
  const { id, msisdn, language } = order
  const handset = await contacts.handsetOf(msisdn)
  const what = { purpose: balancePurpose, msisdn: handset, payer: msisdn, subject: id } as const
  return codes.send({ ...what, channel: 'web', language, ...asking })
}
