import { readFixedLineAccount } from '@nyanja/domain/bills/account-number'
import { parseEmail } from '@nyanja/domain/forms/form'
import type { OrderFlow } from '@nyanja/domain/payments/payment-options'
import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import type { Order } from '@nyanja/server/payments/orders'
import type { AccountRequester } from '@nyanja/server/subscriber/account-lookups'
import type { FixedLineBill } from '@nyanja/server/subscriber/bills'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { hrefsAt } from '../order/order-page.ts'

/** The page on which such orders begin, as they store it. */
const accountPage = '/orp/fixed-internet/invoices'

export type AccountOrder = Order & { readonly account: string }

/** Finds the order that the address names. A visitor without one, or with an expired one, types the account first. */
export async function accountOrderIn({ orders, now }: Pick<Portal, 'orders' | 'now'>, url: URL): Promise<AccountOrder> {
  const id = url.searchParams.get('order')
  const to = hrefsAt(url)
  if (id === null) throw redirect(to.fixedInternet(), { status: 303 })
  const order = await orders.ownOrder(id, [accountPage])
  if (order?.account === undefined || order.expiresAt <= now())
    throw redirect(to.fixedInternet({ flow: order?.flow, ended: '1' }), { status: 303 })
  return { ...order, account: order.account }
}

export type AccountProblem =
  | 'invalid_account'
  | 'unknown_account'
  | 'invalid_email'
  | 'email_missing'
  | 'bss_unavailable'

export type AccountStep =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'problems'; readonly problems: readonly AccountProblem[] }
  | Challenged

export interface AccountRequest {
  readonly account: string
  /** Undefined where the page has not asked for it. */
  readonly email?: string
  readonly flow?: OrderFlow
  readonly language: string
  readonly requester: AccountRequester
}

/** Finds or creates the order that pays invoices of the account. */
export async function accountStep(portal: Portal, request: AccountRequest): Promise<AccountStep> {
  const account = readFixedLineAccount(request.account)
  const typed = typedEmail(request)
  const problems: AccountProblem[] = [
    ...(account.outcome === 'valid' ? [] : (['invalid_account'] as const)),
    ...(typed === undefined && request.flow !== 'ENTERPRISE' ? (['invalid_email'] as const) : []),
  ]
  if (account.outcome !== 'valid' || problems.length > 0) return { outcome: 'problems', problems }

  const found = await portal.accountLookups.find(account.account, request.requester).catch(() => undefined)
  if (found === undefined) return { outcome: 'problems', problems: ['bss_unavailable'] }
  if (found.outcome === 'challenge') return found
  if (found.outcome === 'unknown') return { outcome: 'problems', problems: ['unknown_account'] }
  const email = receiptAddress(found.bill, request) ?? typed
  if (email === undefined)
    return { outcome: 'problems', problems: [request.email === undefined ? 'email_missing' : 'invalid_email'] }
  return { outcome: 'order', order: await openOrder(portal, { ...request, email }, found.bill) }
}

function typedEmail({ email = '' }: AccountRequest): string | undefined {
  const reading = parseEmail(email)
  return reading.outcome === 'valid' ? reading.email : undefined
}

/** A company's receipts go to billing's address; a typed one is ignored. */
function receiptAddress({ email = '' }: FixedLineBill, { flow }: AccountRequest): string | undefined {
  const known = parseEmail(email)
  return flow === 'ENTERPRISE' && known.outcome === 'valid' ? known.email : undefined
}

async function openOrder(
  { orders }: Portal,
  { language, flow, email }: AccountRequest & { readonly email: string },
  { account, contactMsisdn = '' }: FixedLineBill,
): Promise<Order> {
  const whose = { account, msisdn: contactMsisdn, lineType: 'POSTPAID', email } as const
  return orders.open({ channel: 'web', language, redirectPage: accountPage, flow, ...whose })
}
