import { maskAccount } from '@nyanja/domain/bills/account-number'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { keepEntry, labelOr, mostSavedEntries, type SavedEntry, savedKey } from '@nyanja/domain/numbers/saved-numbers'
import { fill } from '@nyanja/domain/texts/fill'
import type { Order } from '@nyanja/server/payments/orders'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/text.ts'
import { languageOf } from '../page-language.ts'
import { type KeepBoxView, type Keeping, keepFields } from './keep-box.tsx'
import { savedCookie, savedOn } from './saved-choice.ts'

type Reading = Pick<Portal, 'savedNumbers' | 'market' | 'content'>
type Bought = Pick<Order, 'msisdn' | 'account' | 'payLink'>

const textsAt = ({ content, market }: Pick<Reading, 'content' | 'market'>, url: URL) =>
  content.page('saved-numbers-translation', languageOf(url, market))

/**
 * What the visitor has typed for this order, and may save: an account, or else the number. A payer with a pay-me link,
 * and a visitor who buys again from a receipt, have typed neither and must not learn it. Several numbers have no one name.
 */
function typedFor({ msisdn, account, payLink }: Bought, label: string): SavedEntry | undefined {
  if (payLink !== undefined || (account === undefined && msisdn === '')) return undefined
  return account === undefined ? { msisdn, label } : { account, label }
}

/** Undefined where nothing was typed, where it is saved already, or where the phone keeps no more. */
export async function keepOffer(
  portal: Reading,
  request: Request,
  url: URL,
  order: Bought,
): Promise<KeepBoxView | undefined> {
  const entry = typedFor(order, '')
  if (entry === undefined) return undefined
  const entries = await savedOn(portal, request)
  const isKept = entries.some((one) => savedKey(one) === savedKey(entry))
  if (isKept || entries.length >= mostSavedEntries) return undefined
  const { keepTick, keepName, keepNameHint } = textsAt(portal, url)
  const number =
    'account' in entry ? maskAccount(entry.account) : maskMsisdn(entry.msisdn, portal.market.numbers.countryCode)
  return { tick: fill(keepTick, { number: unbroken(number) }), name: keepName, hint: keepNameHint }
}

/** Undefined where the box is not ticked. */
export function readKeeping(form: FormData): Keeping | undefined {
  return readField(form, keepFields.tick) === '' ? undefined : { label: readField(form, keepFields.label) }
}

/** Saves what the order is for, if that was ticked and may be: returns the header with the cookie. */
export async function keepBefore(
  portal: Reading,
  request: Request,
  url: URL,
  { order, keeping }: { readonly order: Bought; readonly keeping: Keeping | undefined },
): Promise<{ readonly 'set-cookie'?: string }> {
  if (keeping === undefined) return {}
  const { keepNumberName, keepAccountName } = textsAt(portal, url)
  const entry = typedFor(order, labelOr(order.account === undefined ? keepNumberName : keepAccountName, keeping.label))
  if (entry === undefined) return {}
  const known = await savedOn(portal, request)
  const isKept = known.some((one) => savedKey(one) === savedKey(entry))
  // What is saved already keeps its name and its purchase.
  const entries = isKept ? undefined : keepEntry(known, entry)
  return entries === undefined ? {} : { 'set-cookie': await savedCookie(portal, entries) }
}
