import { CodePage } from '../code/code-page.tsx'
import { createOrderCode } from '../code/order-code.ts'
import { pageHeaders } from '../format/headers.ts'
import type { Route } from './+types/balance-code'
import { balanceCodeScope, balancePurpose } from './balance-view.ts'
import { isRouterOrder, neededOrder } from './router-step.ts'

export const handle = { group: 'code', module: ['code', 'dialog'] }

export const headers = pageHeaders

const balanceCode = createOrderCode({
  about: 'balance',
  texts: 'broadband-translation',
  orderOf: neededOrder,
  placeOf: balanceCodeScope,
  pageHref: (to, order) => to.dataBalance({ order: order.id }),
  codeHref: (to, order, ref) => to.balanceCode({ order: order.id, ref }),
  // Nobody reads messages to a router: the code goes to its contact.
  async send(portal, { order, requester }) {
    const { codes, contacts } = portal
    const { id, msisdn, language } = order
    const handset = (await isRouterOrder(portal, order)) ? await contacts.handsetOf(msisdn) : msisdn
    const what = { purpose: balancePurpose, msisdn: handset, payer: msisdn, subject: id } as const
    return codes.send({ ...what, channel: 'web', language, ...requester })
  },
})

export const loader = balanceCode.loader
export const action = balanceCode.action
export const balanceCodeStep = balanceCode.step

export default function BalanceCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}
