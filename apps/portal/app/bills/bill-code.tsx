import { CodePage } from '../code/code-page.tsx'
import { createOrderCode } from '../code/order-code.ts'
import { pageHeaders } from '../format/headers.ts'
import { billBinding } from '../order/proof-cookie.ts'
import type { Route } from './+types/bill-code'
import { billCodeScope, orderOfBill } from './bill-view.ts'

export const handle = { group: 'code', module: ['code', 'dialog'] }

export const headers = pageHeaders

const billCode = createOrderCode({
  about: 'bill',
  texts: 'bill-translation',
  orderOf: orderOfBill,
  placeOf: billCodeScope,
  pageHref: (to, order) => to.bills({ order: order.id }),
  codeHref: (to, order, ref) => to.billCode({ order: order.id, ref }),
  // The code goes to the handset of the line.
  send: ({ codes }, { order, requester }) =>
    codes.send({ ...billBinding(order), channel: 'web', language: order.language, ...requester }),
})

export const loader = billCode.loader
export const action = billCode.action
export const billCodeStep = billCode.step

export default function BillCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage view={loaderData} answer={actionData} />
}
